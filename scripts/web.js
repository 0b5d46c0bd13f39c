// Puts the web page together: node scripts/web.js ENGINE.WASM FOLDER, which scripts/web calls.
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const crypto = require('crypto'), vm = require('vm');

const [wasm, folder] = process.argv.slice(2);
const read = file => fs.readFileSync(file, 'utf8');
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
const hash = text => `'sha256-${crypto.createHash('sha256').update(text).digest('base64')}'`;
const core = read('src/web/engine/core.js'), bytes = fs.readFileSync(wasm);

async function main() {
    const packed = zlib.gzipSync(bytes, { level: 9 }).toString('base64');
    const worker = `const PACKED = '${packed}';\n${core}${read('src/web/engine/worker.js')}`;
    write('engine.js', `${read('src/web/engine/client.js')}\nconst NINEFOLD_WORKER = ${JSON.stringify(worker)};\n`);

    // Pages of the library have their style inside; the web page has it beside.
    const ask = await vm.runInThisContext(`${core}; openCore`)(bytes);
    ask('open', { parameters: {} });
    const [, style] = ask('report').html.match(/<style>([^]*?)<\/style>/);
    const viewer = read('src/report/html/view.js');
    write('report.css', style);
    write('viewer.js', viewer);

    const pages = 'src/web/page';
    for (const name of fs.existsSync(pages) ? fs.readdirSync(pages) : [])
        write(name, read(path.join(pages, name))
            .replaceAll('@VIEW_HASH@', hash(viewer)).replaceAll('@STYLE_HASH@', hash(style)));
}
main().catch(error => { console.error(error); process.exitCode = 1; });
