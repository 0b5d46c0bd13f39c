// A browser on the web page, for the tests of a file: from disk as file://, and from a server of files.
// Each page is watched for what must not be: errors, violations of its policy, requests that leave its
// folder.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { before, after } = require('node:test');
const { execFileSync } = require('node:child_process');
const { chromium } = require('playwright-core');

const folder = path.resolve(process.env.NINEFOLD_WEB ?? 'build/web');
const program = process.env.NINEFOLD ?? 'build/ninefold';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

// What the native program prints, whatever its exit code.
function native(args, input, cwd) {
    try {
        return execFileSync(path.resolve(program), ['--lang', 'en', ...args], { input, cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 });
    } catch (error) {
        return error.stdout + error.stderr;
    }
}

// A file for it.
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ninefold-web-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true }));
function save(name, text) {
    const file = path.join(scratch, name);
    fs.writeFileSync(file, text);
    return file;
}

function serve() {
    const server = http.createServer((request, response) => {
        const name = path.basename(new URL(request.url, 'http://host').pathname) || 'index.html';
        const file = path.join(folder, name);
        if (!fs.existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { 'Content-Type': TYPES[path.extname(name)] }).end(fs.readFileSync(file));
    });
    return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const site = {
    // Opens the page at a link, lets `visit` use it, and fails for anything it must not have done. Files
    // that match `held` come when `visit` calls its second argument, with a body of its own if any.
    async visit({ base = 'file', link = '', width = 1280, held, ...options }, visit) {
        const context = await this.browser.newContext({ viewport: { width, height: 900 }, locale: 'en-US', ...options });
        const page = await context.newPage(), wrong = [];
        page.setDefaultTimeout(30000);
        page.on('console', message => wrong.push(`console: ${message.text()}`));
        page.on('pageerror', error => wrong.push(`error: ${error.message}`));
        page.on('request', request => {
            if (!request.url().startsWith(this.bases[base]) && !/^(blob|data):/.test(request.url()))
                wrong.push(`request: ${request.url()}`);
        });
        await page.addInitScript(() => addEventListener('securitypolicyviolation',
            event => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
        let release;
        const released = new Promise(resolve => { release = resolve; });
        if (held) await page.route(url => held.test(url.pathname), async route => route.fulfill(await released));
        await page.goto(`${this.bases[base]}index.html${link}`, { waitUntil: held ? 'commit' : 'load' });
        await page.waitForSelector('footer', { state: 'attached' });
        try {
            await visit(page, body => release({ contentType: 'text/javascript', body }));
        } catch (error) {
            error.message += `\non the page: ${await page.evaluate(() => document.getElementById('fault').textContent)} ${wrong.join('\n')}`;
            throw error;
        } finally {
            await context.close();
        }
        assert.deepEqual(wrong, []);
    },
};

before(async () => {
    // Chromium refuses to run as root with its sandbox; the page is our own.
    const args = process.getuid() === 0 ? ['--no-sandbox'] : [];
    site.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
    site.server = await serve();
    site.bases = { file: `file://${folder}/`, http: `http://127.0.0.1:${site.server.address().port}/` };
});
after(async () => {
    await site.browser.close();
    site.server.close();
});

const textOf = (page, selector) => page.locator(selector).textContent();

// Waits until the status line holds the words.
const says = (page, words) => page.waitForFunction(
    ([source, flags]) => new RegExp(source, flags).test(document.getElementById('status').textContent),
    [words.source, words.flags]);

// Nothing reaches beyond the page, on a screen as narrow as a phone's, and axe finds nothing by these
// rules, or all.
async function isForEverybody(page, rules) {
    await page.setViewportSize({ width: 360, height: 900 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
    const found = await page.evaluate(`${axe}; axe.run(document, { preload: false, runOnly: ${JSON.stringify(rules)} })`);
    assert.deepEqual(found.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary}`)), []);
}

// Random numbers of NF_TEST_SEED, which is printed: random(n) is 0 .. n-1.
const seed = Number(process.env.NF_TEST_SEED ?? Date.now() % 1e6);
console.log(`note: seed ${seed}`);
let state = seed >>> 0;
function random(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
}
const games = native(['--list-games']).trim().split('\n');

// What makes games short, as part of a link and as options.
const short = game => game === games[0] ? { players: 3, rounds: 1 } : {};
const options = game => game === games[0] ? ['-n', '3', '-m', '1'] : [];

module.exports = { folder, games, isForEverybody, native, options, random, save, says, short, site, textOf };
