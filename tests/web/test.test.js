// "Test my program" in Chromium: programs with a mistake answer the cases that the page asks about.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const path = require('node:path');
const { execFileSync } = require('node:child_process');
const { games, native, random, save, says, site, textOf } = require('./browser.js');

const MOST_ASKED = 20;

// A program that makes mistake `k` of a game, as a function of what it reads.
function mutant(game, k) {
    const file = save(`${game}-${k}`, '');
    execFileSync(path.join(__dirname, '..', 'mutants', 'build'), [game, file, `-DBUG=${k}`]);
    return input => execFileSync(file, { input, encoding: 'utf8' });
}

// Waits for the first case.
const opened = page => page.waitForSelector('#test-asking:not([hidden])');

// Answers by a program until the page asks no more, or `most` times. Returns how many were asked.
async function play(page, program, most = MOST_ASKED) {
    let asked = 0;
    for (; asked < most && await page.locator('#test-asking').isVisible(); asked++) {
        const instance = await textOf(page, '#test-case');
        assert.match(native(['verify', '--game', await page.inputValue('#test-game'), '-'], instance), /valid/);
        await page.fill('#printed', program(instance));
        await page.click('#test-answer');
        await page.waitForFunction(was => document.getElementById('test-case').textContent !== was, instance);
    }
    await says(page, /^(That is all|Run your program)/);
    return asked;
}

for (const game of games)
    test(`${game}: a mistake is named, and the smallest wrong case is told with the line`, () => {
        const k = 1 + random(9);
        return site.visit({ link: `#view=test&game=${game}` }, async page => {
            await opened(page);
            const asked = await play(page, mutant(game, k));
            assert.ok(asked >= 1 && asked < MOST_ASKED, `${asked} cases`);
            const verdict = await textOf(page, '#test-verdict');
            assert.ok(verdict.startsWith(`On ${asked} of ${asked} cases`) && verdict.includes(`(mistake ${k})`), `${k}: ${verdict}`);
            assert.match(await textOf(page, '#parting h3'), /^line \d+/);
        });
    });

test('what is no output is told and changes nothing; a case can be left, an answer taken back', () =>
    site.visit({ link: `#view=test&game=${games[0]}` }, async page => {
        await opened(page);
        const first = await textOf(page, '#test-case'), right = input => native(['play', '-'], input);
        await page.click('#test-answer');
        await says(page, /^Nothing was pasted/);
        for (const garbage of ['Segmentation fault (core dumped)', '<img src=x onerror=alert(1)>', right(first).slice(0, 20)]) {
            await page.fill('#printed', garbage);
            await page.click('#test-answer');
            await says(page, /^This is not all of what a program prints/);
            assert.equal(await textOf(page, '#test-case'), first);
            assert.equal(await page.inputValue('#printed'), garbage);
        }
        assert.equal(await page.locator('img').count(), 0);
        await page.click('#test-skip');
        await page.waitForFunction(was => document.getElementById('test-case').textContent !== was, first);
        await play(page, right, 2);
        assert.equal(await textOf(page, '#test-verdict'), 'Your program is right on all 2 cases.');
        const left = await textOf(page, '#test-left');
        await play(page, mutant(games[0], 46), 1);
        assert.match(await textOf(page, '#test-verdict'), /^None of the \d+ mistakes known/);
        await page.click('#test-back');
        await page.waitForFunction(was => document.getElementById('test-left').textContent === was, left);
        await page.click('#test-again');
        await page.waitForFunction(was => document.getElementById('test-case').textContent === was, first);
        assert.equal(await textOf(page, '#test-verdict'), '');
    }));

test('a mistake that nobody knows is told by the case', () =>
    site.visit({ link: `#view=test&game=${games[0]}` }, async page => {
        await opened(page);
        const odd = input => native(['play', '-'], input).replace(/=(-?\d+)\./, '=77.');
        await play(page, odd, 1);
        assert.match(await textOf(page, '#test-verdict'), /^None of the \d+ mistakes known/);
        assert.match(await textOf(page, '#parting h3'), /^line 2/);
    }));
