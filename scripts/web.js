// Puts the web page together: node scripts/web.js ENGINE.WASM FOLDER, which scripts/web calls.
'use strict';
const fs = require('fs'), path = require('path'), vm = require('vm'), zlib = require('zlib');

const [wasm, folder] = process.argv.slice(2);
const read = file => fs.readFileSync(file, 'utf8');
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
const core = read('src/web/engine/core.js'), bytes = fs.readFileSync(wasm);

async function main() {
    const packed = zlib.gzipSync(bytes, { level: 9 }).toString('base64');
    const worker = `const PACKED = '${packed}';\n${core}${read('src/web/engine/worker.js')}`;
    write('engine.js', `${read('src/web/engine/client.js')}\nconst NINEFOLD_WORKER = ${JSON.stringify(worker)};\n`);

    // Pages of the library have their style inside; the web page has it beside.
    const ask = await vm.runInThisContext(`${core}; openCore`)(bytes);
    ask('open', { parameters: {} });
    const [, style] = ask('report').html.match(/<style>([^]*?)<\/style>/);
    write('report.css', style);
    write('viewer.js', read('src/report/html/view.js'));
    for (const name of fs.readdirSync('src/web/page'))
        write(name, read(path.join('src/web/page', name)));
}
main().catch(error => { console.error(error); process.exitCode = 1; });
