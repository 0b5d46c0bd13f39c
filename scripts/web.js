// Puts the web page together: node scripts/web.js BUILT FOLDER, which scripts/web calls; BUILT has
// engine.wasm and worker.js.
'use strict';
const fs = require('fs'), path = require('path'), vm = require('vm');

const [built, folder] = process.argv.slice(2);
const read = file => fs.readFileSync(file, 'utf8');
// Whole or as it was: a browser may be reading.
const write = (name, text) => {
    const part = path.join(folder, `.${name}`);
    fs.writeFileSync(part, text);
    fs.renameSync(part, path.join(folder, name));
};
const core = read('src/web/engine/core.js'), bytes = fs.readFileSync(path.join(built, 'engine.wasm'));

async function main() {
    const worker = read(path.join(built, 'worker.js'));
    write('engine.js', `${read('src/web/engine/client.js')}\nconst NINEFOLD_WORKER = ${JSON.stringify(worker)};\n`);

    // Pages of the library have their style inside; the web page has it beside.
    const ask = await vm.runInThisContext(`${core}; openCore`)(bytes);
    ask('open', { parameters: {} });
    const [, style] = ask('report', { form: 'html' }).text.match(/<style>([^]*?)<\/style>/);
    write('report.css', style);
    // What there is, so that the form is there before the engine.
    const catalogues = ['en', 'zh'].map(name => [name, ask('language', { name }) && ask('catalogue')]);
    write('catalogues.js', `'use strict';\n\nconst CATALOGUES = ${JSON.stringify(Object.fromEntries(catalogues))};\n`);
    // What goes into the folder of cases, for a page from disk cannot read files.
    const inside = 'src/web/folder', scripts = fs.readdirSync(inside).map(name => [name, read(path.join(inside, name))]);
    write('scripts.js', `'use strict';\n\nconst SCRIPTS = ${JSON.stringify(Object.fromEntries(scripts))};\n`);
    const [{ title, profiles: [profile] }] = catalogues[0][1].games;
    const filled = { game: title, profile: profile.name };
    write('viewer.js', read('src/judge/story/view.js'));
    const index = 'index.html';
    for (const name of fs.readdirSync('src/web/page').filter(name => name !== index))
        write(name, read(path.join('src/web/page', name)));
    // Its lists have what the scripts put there first, so that they are not empty before.
    write(index, read(path.join('src/web/page', index)).replace(/(<select name="(\w+)"[^>]*>)/g,
        (start, tag, name) => `${tag}<option>${filled[name]}</option>`));
}
main().catch(error => { console.error(error); process.exitCode = 1; });
