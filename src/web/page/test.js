// Twenty questions: small cases to run one's program on; what it printed for them names its mistake.
'use strict';

const test = (() => {
    const find = id => document.getElementById(id);
    let engine, game = '', asked = '', skipped = 0;
    let told = [];   // what was answered: {instance, output}

    // Shows what the answers say: a verdict, the next case, and what is wrong with the smallest one.
    const show = async (found, isNewest) => {
        asked = found.next ?? '';
        find('test-verdict').textContent = told.length > 0 ? found.verdict : '';
        find('test-left').textContent = !asked ? '' : say('Case {0}. Explanations left: {1}.', number(told.length + 1), number(found.left));
        find('test-case').textContent = asked;
        find('test-asking').hidden = !asked;
        find('test-back').disabled = find('test-again').disabled = told.length + skipped === 0;
        find('printed').value = '';
        outputs.clear();
        story.clear();
        if (found.wrong < 0) return;
        const { instance, output } = told[found.wrong];
        const html = await engine.page(game, instance, output, {});
        if (isNewest()) story.show(html);
    };

    // Asks what all answers say, with `more` as a new one. An answer that is none changes nothing.
    const ask = async (isNewest, more = []) => {
        const answers = [...told, ...more];
        const found = await engine.name(game, answers, answers.length + skipped);
        if (!isNewest()) return '';
        if (found.unclear)
            return say('This is not all of what a program prints that plays the game: {0} Paste it again, or take another case.', found.why.split('\n')[0]);
        told = answers;
        await show(found, isNewest);
        return asked ? say('Run your program on the case, and paste what it prints.') : say('That is all: no further case tells more.');
    };

    // Begins, or goes on with the game that was asked about before. Returns what there is to say.
    const start = (opened, name, isNewest) => {
        engine = opened;
        if (name !== game) forget();
        game = name;
        return ask(isNewest);
    };

    const forget = () => { [told, skipped] = [[], 0]; };

    const answer = isNewest => {
        const output = find('printed').value;
        if (output.trim() === '') return say('Nothing was pasted. If your program crashed or printed nothing, take another case.');
        return ask(isNewest, [{ instance: asked, output }]);
    };

    const skip = isNewest => {
        skipped++;
        return ask(isNewest);
    };

    const back = isNewest => {
        told = told.slice(0, -1);
        return ask(isNewest);
    };

    const again = isNewest => {
        forget();
        return ask(isNewest);
    };

    // What the reader does, by button.
    const acts = { 'test-answer': answer, 'test-skip': skip, 'test-back': back, 'test-again': again };

    find('test-copy').addEventListener('click', async () => {
        getSelection().selectAllChildren(find('test-case'));
        await navigator.clipboard?.writeText(asked).catch(() => {}); // else it is chosen, to be copied
    });

    return { start, acts };
})();
