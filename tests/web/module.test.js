// The package for npm in Chromium, its folder NINEFOLD_WEB served as it is: without a bundler, its
// worker beside the module.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const { games, native, site } = require('./browser.js');

test('in a browser the module plays and checks as the program does', async () => {
    const page = await site.browser.newPage();
    await page.goto(`${site.bases.http}index.js`); // any page from there
    const found = await page.evaluate(async game => {
        const { NinefoldEngine } = await import('/index.js');
        const engine = new NinefoldEngine();
        const { digest } = await engine.run({ game, seed: 7 }, 300);
        const { instance, transcript } = await engine.deal({ game, seed: 7 }, 42);
        const { line } = await engine.check(game, instance, `mine\n${transcript}`);
        engine.close();
        return { digest, transcript, line };
    }, games[0]);
    assert.match(native(['run', '--quiet', '--games', '300', '--seed', '7']), new RegExp(`^digest +${found.digest}$`, 'm'));
    const instance = native(['gen', '--seed', '7', '--index', '42']);
    assert.equal(found.transcript, native(['play', '-'], instance));
    assert.equal(found.line, 1);
});
