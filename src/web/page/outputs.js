// What a program printed for the cases of a folder: as the folder, a zip of it, or its files. Nothing
// in them is trusted: names are looked up in a list, sizes have bounds, texts are shown as texts.
'use strict';

const outputs = (() => {
    const find = id => document.getElementById(id);
    const MOST_FILES = 1000, MOST_BYTES = 2 ** 24, MOST_IN_ALL = 2 ** 27; // of a file that is looked at; of zip files
    let game = '', known = new Map(); // what came back last: files by name

    // ---- taking the files ----

    // The files of a drop, also those in folders. Chromium reads folders of a page from disk by handles
    // alone, which others do not know; either has to be asked for before the event is over.
    async function dropped(transfer) {
        const files = [];
        const ask = (entry, method) => new Promise((resolve, reject) => entry[method](resolve, reject));
        async function* inside(folder) {
            if (folder.values) return yield* folder.values();
            const reader = folder.createReader();
            for (let some; (some = await ask(reader, 'readEntries')).length > 0;) yield* some;
        }
        const walk = async found => {
            if (found.isFile) files.push(await ask(found, 'file'));
            else if (found.kind === 'file') files.push(await found.getFile());
            else for await (const each of inside(found)) if (files.length <= MOST_FILES) await walk(each);
        };
        const found = Array.from(transfer.items, item => item.getAsFileSystemHandle?.() ?? item.webkitGetAsEntry());
        for (const each of await Promise.all(found)) if (each) await walk(each);
        return files;
    }

    const tooLarge = () => new Error(say('That is too large to be the outputs of a program.'));

    // Those files that the scripts make or read, by name; a zip stands for the files in it.
    async function sorted(files) {
        const found = new Map();
        let bytes = 0;
        const add = async (path, open) => {
            const name = path.split(/[\\/]/).pop();
            if (!/^(\d\d\.(in|out|err)|(set|times)\.txt)$/.test(name)) return;
            if (found.has(name)) throw new Error(say('{0} is there twice: give one folder alone.', name));
            found.set(name, await open());
        };
        if (files.length > MOST_FILES) throw tooLarge();
        for (const file of files) {
            if (!/\.zip$/i.test(file.name)) {
                await add(file.name, () => file);
                continue;
            }
            try {
                bytes += file.size;
                if (bytes > MOST_IN_ALL) throw tooLarge();
                for (const { name, open } of await zip.read(file))
                    await add(name, async () => {
                        const blob = await open(MOST_BYTES);
                        bytes += blob.size;
                        if (bytes > MOST_IN_ALL) throw tooLarge();
                        return blob;
                    });
            } catch (error) {
                throw error instanceof RangeError || error instanceof TypeError
                    ? new Error(say('{0} is damaged, or no zip file of the folder.', file.name)) : error;
            }
        }
        return found;
    }

    const textOf = async name => known.get(name)?.slice(0, MOST_BYTES).text();
    const bothOf = name => Promise.all([textOf(`${name}.in`), textOf(`${name}.out`)]);

    // What times.txt says, by case.
    const timesOf = text => new Map(Array.from((text ?? '').matchAll(/^(\d\d) (\d{1,9}) (-?\d{1,10}|TLE)\s*$/gm),
        ([, name, ms, code]) => [name, { ms: Number(ms), code }]));

    // ---- judging ----

    // A case and what is to say of it: {name, verdict, what, ms, size}. One without an output has no verdict.
    async function judge(engine, name, { ms, code } = {}) {
        const [instance, output] = await bothOf(name);
        const row = (verdict, what = '') => ({ name, verdict, what, ms, size: instance?.length });
        if (instance === undefined || output === undefined)
            return row('', say('{0}.{1} is missing', name, instance === undefined ? 'in' : 'out'));
        if (code === 'TLE') return row('TLE', say('was stopped'));
        if (code !== undefined && code !== '0') {
            const errors = await textOf(`${name}.err`) ?? '', last = errors.trim().split('\n').pop().slice(0, 200);
            return row('RE', say('exit code {0}', code) + (last && `: ${last}`));
        }
        const { right, why } = await engine.check(game, instance, output); // of a right one `why` is on its layout
        return row(right ? 'AC' : 'WA', (why ?? '').split('\n')[0]);
    }

    // Whose mistake it is, in words, by all cases on which the program ended as it should.
    async function nameOf(engine, rows, isNewest) {
        const told = rows.filter(({ verdict }) => verdict === 'AC' || verdict === 'WA').sort((a, b) => a.size - b.size);
        let verdict = '', left;
        for (const pairs of [false, true]) {
            left = undefined;
            for (const { name } of told) {
                if (!isNewest() || left?.length === 0) break;
                ({ left, verdict } = await engine.narrow(game, ...await bothOf(name), told.length, { left, pairs }));
            }
            if (left?.length > 0) break;
        }
        return verdict;
    }

    // ---- showing ----

    const element = (tag, ...parts) => {
        const made = document.createElement(tag);
        made.append(...parts);
        return made;
    };

    // A row of the table; what fails is a button, to look at the case.
    function line({ name, verdict, what, ms }) {
        const look = Object.assign(element('button', name), { type: 'button', value: name });
        const head = Object.assign(element('th', verdict && verdict !== 'AC' ? look : name), { scope: 'row' });
        const time = ms === undefined ? '' : `${number(ms)} ms`;
        return element('tr', head, ...[verdict || say('missing'), time, what].map(each => element('td', each)));
    }

    function show(rows, verdict) {
        const right = rows.filter(row => row.verdict === 'AC'), others = rows.filter(row => row.verdict !== 'AC');
        const spaced = right.filter(row => row.what).length;
        find('folder-verdict').textContent = [say('Right: {0} of {1} cases.', number(right.length), number(rows.length)),
            spaced > 0 && say('White space differs in {0} of them, which some judges refuse.', number(spaced)), verdict]
            .filter(Boolean).join(' ');
        find('folder-rows').replaceChildren(...[...others, ...right].map(line));
        find('folder-result').hidden = false;
    }

    const clear = () => { find('folder-result').hidden = true; };

    // Tells a case where the program is wrong, or ended.
    async function look(engine, name, isNewest = () => true) {
        const html = await engine.page(game, ...await bothOf(name));
        if (!isNewest()) return '';
        story.show(html);
        return say('Case {0} is told below.', name);
    }

    // Judges what came back. Returns what there is to say.
    async function take(engine, chosen, files, isNewest) {
        clear();
        story.clear();
        const found = await sorted(await files);
        const names = [...new Set([...found.keys()].map(key => key.match(/^\d\d/)?.[0]).filter(Boolean))].sort();
        if (names.length === 0) throw new Error(say('No cases are in there. Give the whole folder, or all files of its folder cases.'));
        if (!isNewest()) return '';
        known = found;
        const [named] = (await textOf('set.txt') ?? '').split(' '), times = timesOf(await textOf('times.txt'));
        game = gameOf(named) ? named : chosen;
        const rows = [];
        for (const name of names) {
            folder.advance(rows.length, names.length);
            rows.push(await judge(engine, name, times.get(name)).catch(error => {
                throw new Error(error.message.replace(/^instance/, `${name}.in`));
            }));
            if (!isNewest()) return '';
        }
        const wrong = rows.filter(({ verdict }) => verdict === 'WA');
        const verdict = wrong.length === 0 ? '' : await nameOf(engine, rows, isNewest);
        if (!isNewest()) return '';
        show(rows, verdict);
        const failed = wrong.length > 0 ? wrong : rows.filter(row => row.verdict && row.verdict !== 'AC');
        const [smallest] = failed.sort((a, b) => a.size - b.size);
        if (!smallest) return say('Done: {0} cases.', number(rows.length));
        await look(engine, smallest.name, isNewest);
        return say('Case {0}, the smallest that fails, is told below.', smallest.name);
    }

    return { dropped, take, look, clear };
})();
