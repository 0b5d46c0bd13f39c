// A folder of cases to take away, with scripts that run a program on them. outputs.js takes it back.
'use strict';

const folder = (() => {
    const find = id => document.getElementById(id);
    const ALLOWANCE = 2; // seconds, for starting programs on slow machines

    // Shows how far it is; null: nothing is going on.
    const advance = (done, all) => {
        find('folder-progress').hidden = done === null;
        if (done !== null) Object.assign(find('folder-progress'), { value: done, max: all });
    };

    const save = (blob, name) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    };

    // Makes the cases of a game, and saves them with what runs programs on them. Returns what there is to say.
    async function make(engine, game, isNewest) {
        const files = [], inside = `ninefold-${game}`;
        const add = (name, text, runs) => files.push({ name: `${inside}/${name}`, text, runs });
        for (let i = 0, all = 1, instance, known, seconds; i < all; i++) {
            advance(i, all);
            ({ instance, known, seconds, cases: all } = await engine.case(game, i, known));
            if (!isNewest()) return '';
            add(`cases/${String(i + 1).padStart(2, '0')}.in`, instance);
            if (i + 1 === all) add('cases/set.txt', `${game} ${seconds + ALLOWANCE}\n`);
        }
        for (const [name, text] of Object.entries(SCRIPTS))
            add(name, name.endsWith('.sh') ? text : text.replaceAll('\n', '\r\n'), name.endsWith('.sh'));
        save(await zip.write(files), `${inside}.zip`);
        return say('Unpack {0}, put your program into it, run it there, and give the folder back here.', `${inside}.zip`);
    }

    return { make, advance, save };
})();
