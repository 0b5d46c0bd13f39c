// What the page says. English stands where it is said; here is what it is in other languages.
'use strict';

const languages = {
    en: {},
    zh: {
        'Turn-based games by fixed strategies, played by your browser. Nothing leaves this page.':
            '按固定策略进行的回合制游戏，由您的浏览器运行。任何数据都不会离开本页。',
        'Test my program': '测试我的程序',
        'This page names the mistake of your program, in one of two ways: copy small cases one by one and paste what it prints, or take a folder of 60 cases, run your program on all of them, and give the folder back. Nothing is installed, and nothing leaves this page.':
            '本页会指出您的程序错在哪里，有两种方式：逐组复制小数据并粘贴程序的输出；或取走一个含 60 组数据的文件夹，用全部数据运行程序，再把文件夹交回。无需安装任何东西，任何数据都不会离开本页。',
        'One by one': '逐组测试',
        'All at once': '一次全部测试',
        'Take the folder, put your program into it as mine.exe or mine.py, and double-click run.bat; on a Mac or Linux: sh run.sh. Then drop the folder on this page, or choose it.':
            '取走文件夹，把您的程序放入其中，命名为 mine.exe 或 mine.py，然后双击 run.bat；Mac 或 Linux 上请运行 sh run.sh。完成后把文件夹拖到本页，或选择它。',
        'Take the folder': '取走文件夹',
        'Give the folder back': '交回文件夹',
        'Give a zip or files back': '交回 zip 或多个文件',
        'Verdict': '结果',
        'Time': '用时',
        'What': '说明',
        'Case': '数据',
        'missing': '缺失',
        'was stopped': '已被终止',
        'exit code {0}': '退出代码 {0}',
        '{0}.{1} is missing': '缺少 {0}.{1}',
        'Right: {0} of {1} cases.': '正确：{0} / {1} 组数据。',
        'White space differs in {0} of them, which some judges refuse.': '其中 {0} 组的空白字符不同，有些评测系统会拒绝。',
        'Case {0} is told below.': '下面是第 {0} 组数据。',
        'Case {0}, the smallest that fails, is told below.': '下面是出错数据中最小的第 {0} 组。',
        'Done: {0} cases.': '完成：{0} 组数据。',
        'Unpack {0}, put your program into it, run it there, and give the folder back here.':
            '请解压 {0}，放入您的程序并在其中运行，再把文件夹交回这里。',
        'No cases are in there. Give the whole folder, or all files of its folder cases.':
            '其中没有数据。请交回整个文件夹，或其中 cases 文件夹的全部文件。',
        '{0} is there twice: give one folder alone.': '{0} 出现了两次：请只交回一个文件夹。',
        'That is too large to be the outputs of a program.': '内容太大，不可能是程序的输出。',
        '{0} is damaged, or no zip file of the folder.': '{0} 已损坏，或不是该文件夹的 zip 文件。',
        'Case {0}. Explanations left: {1}.': '第 {0} 组数据。剩余的可能解释：{1} 种。',
        'Copy': '复制',
        'What your program printed for this case': '您的程序对此数据的输出',
        'Answer': '提交',
        'Another case': '换一组数据',
        'Take the last answer back': '撤回上一次输出',
        'Begin again': '重新开始',
        'This is not all of what a program prints that plays the game: {0} Paste it again, or take another case.':
            '这不是一个对局程序的完整输出：{0} 请重新粘贴，或换一组数据。',
        'Run your program on the case, and paste what it prints.': '请用此数据运行您的程序，并粘贴其输出。',
        'That is all: no further case tells more.': '已无更多数据可问。',
        'Nothing was pasted. If your program crashed or printed nothing, take another case.':
            '没有粘贴任何内容。如果程序崩溃或没有输出，请换一组数据。',
        'Inputs of any problem': '任意题目的输入',
        'Say in the language of checktestdata what the inputs of your problem look like; this page makes cases by that form, or checks an input. Programs do not run here: ninefold fuzz --format tests them.':
            '请用 checktestdata 的语言描述题目的输入格式；本页按它生成数据，或校验一份输入。程序不在此运行：请用 ninefold fuzz --format 测试程序。',
        'Form': '输入格式',
        'Make cases': '生成数据',
        'Cases': '组数',
        'Take them as a zip': '打包为 zip 取走',
        'Check an input': '校验一份输入',
        'Input': '输入',
        'Write a form first.': '请先写出输入格式。',
        'Case {0}: {1} bytes': '第 {0} 组数据：{1} 字节',
        'Make 1 to {0} cases.': '请生成 1 到 {0} 组数据。',
        'A seed is a number.': '种子是一个数。',
        '{0} cases, the small ones first.': '{0} 组数据，小的在前。',
        'The input is what the form describes.': '输入符合格式。',
        'Play many games': '大量对局',
        'Compare two settings': '比较两种设置',
        'Tournament': '策略循环赛',
        'Check a transcript': '检查对局过程',
        'Step through a game': '逐步查看一局',
        'Game': '游戏',
        'Players': '玩家数',
        'Rounds': '轮数',
        'Deck': '牌堆',
        'as usual': '默认',
        'Profile: how likely each card is': '牌型分布：各种牌的概率',
        'Exact weights instead: CARD=N,…': '改用精确权重：牌=N,…',
        'Strategies share chance: comparisons need fewer games': '各策略共用随机数：比较所需局数更少',
        'Count more, which takes longer': '统计更多项目，用时更长',
        'Strategy, or one for each seat': '策略，或每个座位各一种',
        'Strategies, two or more': '策略，至少两种',
        'Games per pairing': '每个配对的局数',
        'Seed': '种子',
        'Games or time': '局数或时间',
        'The second setting, where it differs': '第二种设置，只填不同之处',
        'as in the first': '与第一种相同',
        'Index': '编号',
        'Fill in the game of this index': '填入此编号的对局',
        'An instance of yours': '您自己的输入数据',
        'Instance': '输入数据',
        'Transcript: what your program printed': '对局过程：您的程序的输出',
        'White space counts': '空白必须完全相同',
        'Run': '运行',
        'Compare': '比较',
        'Play': '开始',
        'Check': '检查',
        'Show': '显示',
        'Show the game of this instance': '显示此输入数据的对局',
        'Stop': '停止',
        'The same by the program': '用程序得到同样的结果',
        'Digest': '摘要',
        'Command': '命令',
        'step through it': '逐步查看',
        'a whole number from {0} to {1}': '请填 {0} 到 {1} 的整数',
        'a number of games from 1 to {0}, such as 20k or 1M, or seconds, such as 3s':
            '请填 1 到 {0} 的局数，如 20k 或 1M，或秒数，如 3s',
        'Loading the engine.': '正在载入引擎。',
        'The engine cannot be loaded.': '无法载入引擎。',
        'Running.': '正在运行。',
        'Working.': '正在处理。',
        'Half of the games are played.': '已完成一半。',
        'Done: {0} games.': '完成：{0} 局。',
        'Stopped after {0} games.': '已在 {0} 局后停止。',
        '{0} games': '{0} 局',
        '{0} of {1} games': '{0} / {1} 局',
        '{0} turns/s': '每秒 {0} 回合',
        '{0} s left': '还剩 {0} 秒',
        '{0} s': '{0} 秒',
        'The transcript is right.': '对局过程正确。',
        'The transcript is right, but for white space, which some judges refuse.': '对局过程正确，但空白字符不同，有些评测系统会拒绝。',
        'The transcript is wrong, from line {0} on.': '对局过程有误，从第 {0} 行起。',
        'Game {0} is shown below.': '下面是第 {0} 局。',
        'The game of the instance is shown below.': '下面是此输入数据的对局。',
        'The instance is filled in.': '已填入输入数据。',
        'Paste an instance, or fill one in.': '请粘贴输入数据，或填入一局。',
        'The link asks for {0}={1}, which there is not.': '链接要求 {0}={1}，但没有这一项。',
    },
};

let language = '';

// The language that a link asks for, or the browser's.
function languageOf(asked) {
    const name = asked ?? navigator.language.slice(0, 2);
    return Object.hasOwn(languages, name) ? name : 'en';
}

// The sentence in the language of the page, with values in place of {0}, {1}.
function say(english, ...values) {
    const words = language === 'en' ? english : languages[language][english];
    if (words === undefined) console.error(`no ${language} for: ${english}`);
    return (words ?? english).replace(/\{(\d)\}/g, (_, i) => values[i]);
}

// 1,234,567 as the language writes it; of a string, for numbers beyond 2^53, too.
const number = value => (typeof value === 'string' ? BigInt(value) : value).toLocaleString(language);

// Puts a part of the page into its language: elements with data-say hold English at first.
function translate(root) {
    for (const element of root.querySelectorAll('[data-say]')) {
        element.dataset.say ||= element.textContent;
        element.textContent = say(element.dataset.say);
    }
}
