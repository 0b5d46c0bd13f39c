// The folder of cases in Chromium: it is taken away and unpacked, its run.sh runs programs, and what
// they printed comes back in each of the ways there are.
'use strict';

const { test, after } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { execFileSync, spawnSync } = require('node:child_process');
const { games, isForEverybody, native, random, says, site, textOf } = require('./browser.js');

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ninefold folder '));
after(() => fs.rmSync(scratch, { recursive: true }));

const CASES = 60;
const here = (...names) => path.join(scratch, ...names);
const program = path.resolve(process.env.NINEFOLD ?? 'build/ninefold');

// Takes the folder of a game, unpacked where the path has a blank. Returns its path.
async function take(page, game) {
    const waited = page.waitForEvent('download', { timeout: 180000 });
    await page.press('#folder-make', 'Enter');
    const download = await waited, file = here(download.suggestedFilename());
    assert.equal(path.basename(file), `ninefold-${game}.zip`);
    await download.saveAs(file);
    await says(page, /^Unpack ninefold-/);
    execFileSync('unzip', ['-tqq', file]);
    execFileSync('unzip', ['-qo', file, '-d', scratch]);
    return here(`ninefold-${game}`);
}

// Runs a command by the script of a folder, as its user may.
function run(folder, ...command) {
    const { status, stdout, stderr } = spawnSync('sh', [path.join(folder, 'run.sh'), ...command], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.equal(stdout.trim().split('\n').length, CASES + 2);
}

// How a folder comes back.
const ways = {
    folder: (page, folder) => page.setInputFiles('#folder-back', folder),
    files: (page, folder) => page.setInputFiles('#files-back',
        fs.readdirSync(path.join(folder, 'cases')).map(name => path.join(folder, 'cases', name))),
    async zip(page, folder) {
        execFileSync('python3', ['-m', 'zipfile', '-c', `${folder} back.zip`, folder]);
        await page.setInputFiles('#files-back', `${folder} back.zip`);
    },
    async drop(page, folder) {
        const session = await page.context().newCDPSession(page);
        for (const type of ['dragEnter', 'dragOver', 'drop'])
            await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data: { items: [], files: [folder], dragOperationsMask: 1 } });
    },
};

// Gives it back, and waits until all is told or refused.
async function giveBack(page, folder, way = 'folder') {
    await page.evaluate(() => { for (const id of ['status', 'fault']) document.getElementById(id).textContent = ''; });
    await ways[way](page, folder);
    await page.waitForFunction(() => /\d/.test(document.getElementById('status').textContent)
        || document.getElementById('fault').textContent, null, { timeout: 180000 });
}

// The table: by case what its row says.
const rowsOf = async page => new Map(await page.evaluate(() => [...document.querySelectorAll('#folder-rows tr')].map(row => {
    const [name, verdict, time, what] = [...row.cells].map(cell => cell.textContent);
    return [name, { verdict, time, what }];
})));

const visit = (game, act) => site.visit({ link: `#view=test&game=${game}`, acceptDownloads: true }, async page => {
    await page.waitForSelector('#test-asking:not([hidden])');
    await act(page);
});

for (const [i, game] of games.entries()) {
    const back = Object.keys(ways)[i % Object.keys(ways).length];
    test(`${game}: right and wrong programs run on the cases; given back as ${back}, the mistake is named`, () => visit(game, async page => {
        const folder = await take(page, game);
        const cases = fs.readdirSync(path.join(folder, 'cases')).filter(name => name.endsWith('.in'));
        assert.equal(cases.length, CASES);
        for (const name of cases)
            assert.match(native(['verify', '--game', game, path.join(folder, 'cases', name)]), /: valid: /, name);

        // However busy the machine is.
        fs.writeFileSync(path.join(folder, 'cases', 'set.txt'), `${game} 100\n`);
        run(folder, program, 'play', '--game', game, '-');
        await giveBack(page, folder, back);
        assert.deepEqual([...await rowsOf(page)].filter(([, row]) => row.verdict !== 'AC'), []);
        assert.equal(await textOf(page, '#folder-verdict'), 'Right: 60 of 60 cases.');
        assert.equal(await page.locator('#parting').count(), 0);

        const k = 1 + random(9);
        execFileSync(path.join(__dirname, '..', 'mutants', 'build'), [game, path.join(folder, 'mine'), `-DBUG=${k}`]);
        run(folder);
        await giveBack(page, folder, back);
        const verdict = await textOf(page, '#folder-verdict'), rows = await rowsOf(page);
        assert.match(verdict, new RegExp(`^Right: \\d+ of 60 cases\\. On \\d+ of \\d+ cases your program does what .*\\(mistake ${k}\\)`), String(k));
        const wrong = [...rows].filter(([, row]) => row.verdict === 'WA').map(([name]) => name);
        const size = name => fs.statSync(path.join(folder, 'cases', `${name}.in`)).size;
        const smallest = (await textOf(page, '#status')).match(/^Case (\d\d), the smallest that fails, is told below\.$/)[1];
        assert.equal(size(smallest), Math.min(...wrong.map(size)));
        assert.equal(await textOf(page, '#parting h3'), rows.get(smallest).what);
        // Another one is told by its button.
        const other = wrong.at(-1);
        await page.press(`#folder-rows button[value="${other}"]`, 'Enter');
        await says(page, new RegExp(`^Case ${other} is told below`));
        assert.equal(await textOf(page, '#parting h3'), rows.get(other).what);
    }));
}

test('programs that crash, hang or write without end are told by case, and so is what is missing', () => visit(games[0], async page => {
    const folder = await take(page, games[0]), cases = path.join(folder, 'cases');
    fs.writeFileSync(path.join(cases, 'set.txt'), `${games[0]} 10\n`);
    // In the first cases a crash, an exit code with a message, no end, no end of output; else it is right.
    const sum = name => execFileSync('cksum', { input: fs.readFileSync(path.join(cases, name)), encoding: 'utf8' }).trim();
    fs.writeFileSync(path.join(folder, 'mine'), `#!/bin/sh
input=$(cat; echo .)
input=\${input%.}
case $(printf %s "$input" | cksum) in
"${sum('01.in')}") kill -SEGV $$ ;;
"${sum('02.in')}") echo 'at last: <img src=x onerror=alert(1)>' >&2; exit 3 ;;
"${sum('03.in')}") while :; do :; done ;;
"${sum('04.in')}") while :; do echo 'no end'; done ;;
*) printf %s "$input" | '${program}' play --game ${games[0]} - ;;
esac
`, { mode: 0o755 });
    run(folder);
    await giveBack(page, folder);
    let rows = await rowsOf(page);
    assert.deepEqual(['01', '02', '03', '05'].map(name => rows.get(name).verdict), ['RE', 'RE', 'TLE', 'AC']);
    assert.ok(['RE', 'TLE'].includes(rows.get('04').verdict)); // at its largest, or for its time
    assert.equal(rows.get('01').what, 'exit code 139');
    assert.equal(rows.get('02').what, 'exit code 3: at last: <img src=x onerror=alert(1)>');
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await textOf(page, '#folder-verdict'), /^Right: 56 of 60 cases\.$/);

    fs.rmSync(path.join(cases, '07.out'));
    fs.rmSync(path.join(cases, '08.in'));
    fs.rmSync(path.join(cases, 'times.txt'));
    fs.truncateSync(path.join(cases, '04.out'), 2000); // all of it is judged without its time
    fs.writeFileSync(path.join(cases, '09.out'), Buffer.alloc(2 ** 25));
    fs.writeFileSync(path.join(cases, '10.out'), Buffer.from(Array.from({ length: 4000 }, () => random(256))));
    fs.writeFileSync(path.join(cases, '11.in'), 'no case');
    await giveBack(page, folder);
    assert.match(await textOf(page, '#fault'), /11\.in/);
    fs.rmSync(path.join(cases, '11.in'));
    await giveBack(page, folder);
    rows = await rowsOf(page);
    assert.deepEqual(['07', '08'].map(name => [rows.get(name).verdict, rows.get(name).what]), [['missing', '07.out is missing'], ['missing', '08.in is missing']]);
    assert.deepEqual(['01', '09', '10'].map(name => rows.get(name).verdict), ['WA', 'WA', 'WA']);
    assert.match(await textOf(page, '#folder-verdict'), /^Right: 51 of 60 cases\. None of the \d+ mistakes known/);

    fs.truncateSync(path.join(cases, '09.out'), 2000);
    await isForEverybody(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.click('.languages [lang=zh]');
    await says(page, /\p{Script=Han}/u);
    await giveBack(page, folder);
    assert.match(await textOf(page, '#folder-verdict'), /^正确：51 \/ 60 组数据。/);
    await isForEverybody(page);
}));

test('what is no folder of cases ends with a message', () => visit(games[0], async page => {
    const refuse = async (name, bytes, words) => {
        fs.writeFileSync(here(name), bytes);
        await page.setInputFiles('#files-back', here(name));
        await page.waitForFunction(source => new RegExp(source).test(document.getElementById('fault').textContent), words.source);
        assert.equal(await page.locator('#folder-result').isVisible(), false);
    };
    const zipped = (name, make) => {
        execFileSync('python3', ['-c', `import zipfile, sys\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:\n${make}`, here(name)]);
        return fs.readFileSync(here(name));
    };
    await refuse('notes.txt', 'nothing', /^No cases are in there/);
    await refuse('empty.zip', '', /^empty\.zip is damaged/);
    await refuse('random.zip', Buffer.from(Array.from({ length: 5000 }, () => random(256))), /^random\.zip is damaged/);
    const good = zipped('good.zip', ' z.writestr("01.in", "x" * 5000); z.writestr("01.out", "y" * 5000)');
    await refuse('cut.zip', good.subarray(20), /^cut\.zip is damaged/);
    for (let i = 0; i < 20; i++) {
        const harmed = Buffer.from(good);
        harmed[random(60)] ^= 1 + random(255);
        await refuse('harmed.zip', harmed, /./);
        await page.evaluate(() => { document.getElementById('fault').textContent = ''; });
    }
    await refuse('twice.zip', zipped('twice.zip', ' z.writestr("a/01.in", ""); z.writestr("../b/01.in", "")'), /^01\.in is there twice/);
    await refuse('bomb.zip', zipped('bomb.zip',
        ' for i in range(12): z.writestr("%02d.out" % i, b"0" * (1 << 24))'), /^That is too large/);
}));

test('zip files go round, and other programs read and write them', () => visit(games[0], async page => {
    const texts = ['', 'a', '牌\r\n', ...Array.from({ length: 9 }, () => Array.from({ length: random(3000) }, () => String.fromCharCode(random(700))).join(''))];
    const files = texts.map((text, i) => ({ name: `in/${i}.txt`, text, runs: i === 1 }));
    const bytes = Buffer.from(await page.evaluate(async files => Array.from(new Uint8Array(await (await zip.write(files)).arrayBuffer())), files));
    fs.writeFileSync(here('made.zip'), bytes);
    assert.match(execFileSync('unzip', ['-t', here('made.zip')], { encoding: 'utf8' }), /No errors detected/);
    execFileSync('unzip', ['-qo', here('made.zip'), '-d', here('made')]);
    for (const { name, text } of files) assert.equal(fs.readFileSync(here('made', name), 'utf8'), text);
    assert.deepEqual([0, 1].map(i => fs.statSync(here('made', `in/${i}.txt`)).mode & 0o111), [0, 0o111 & ~process.umask()]);
    const read = () => page.evaluate(async bytes => Promise.all((await zip.read(new Blob([new Uint8Array(bytes)])))
        .map(async ({ name, open }) => [name, await (await open(1e6)).text()])), Array.from(fs.readFileSync(here('made.zip'))));
    const wanted = files.map(({ name, text }) => [name, text]);
    assert.deepEqual(await read(), wanted);
    for (const method of ['STORED', 'DEFLATED']) {
        execFileSync('python3', ['-c', `
import zipfile, sys, json
with zipfile.ZipFile(sys.argv[1]) as z: found = [[i.filename, z.read(i).decode()] for i in z.infolist()]
assert found == json.load(sys.stdin), 'as python reads them'
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_${method}) as z:
    for name, text in found: z.writestr(name, text)
    z.comment = b'behind it'`, here('made.zip')], { input: JSON.stringify(wanted) });
        assert.deepEqual(await read(), wanted, method);
    }
}));
