// "Inputs of any problem" in Chromium: cases by a form, and inputs that are checked.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const { native, random, save, says, site, textOf } = require('./browser.js');

const FORM = 'INT(1,50,n) NEWLINE\nREP(n,SPACE) INT(-9,99) END NEWLINE\n';

test('cases are those of the program, from the smallest to the largest, and what is pasted is checked', () =>
    site.visit({ link: '#view=inputs' }, async page => {
        const seed = String(random(1000)), file = save('p.ctd', FORM);
        await page.fill('#inputs-form', FORM);
        await page.fill('#inputs-count', '4');
        await page.fill('#inputs-seed', seed);
        await page.click('#inputs-make');
        await says(page, /^4 cases, /);
        const made = await page.locator('#inputs-made pre').allTextContents();
        assert.deepEqual(made, [0, 333, 666, 999].map(index =>
            native(['gen', '--format', file, '--seed', seed, '--index', String(index)])));
        const [taken] = await Promise.all([page.waitForEvent('download'), page.click('#inputs-take')]);
        assert.equal(taken.suggestedFilename(), 'cases.zip');
        await page.fill('#inputs-input', made[1]);
        await page.click('#inputs-check');
        await says(page, /^The input is what the form describes/);
    }));

test('what is wrong is told with line and column, and the cursor goes there', () =>
    site.visit({ link: '#view=inputs' }, async page => {
        const fault = async (field, words, from) => {
            await page.waitForFunction(said => document.getElementById('fault').textContent.startsWith(said), words);
            assert.equal(await page.locator(`#${field}[aria-invalid]`).count(), 1);
            assert.equal(await page.evaluate(() => document.activeElement.id), field);
            assert.equal(await page.evaluate(() => document.activeElement.selectionStart), from);
        };
        await page.fill('#inputs-form', FORM);
        await page.fill('#inputs-input', '2\n5 100\n');
        await page.click('#inputs-check');
        await fault('inputs-input', 'input:2:3: found 100, expected an integer from -9 to 99', 4);
        await page.fill('#inputs-form', 'INT(1,9,n) NEWLINE\nWHAT\n');
        for (const button of ['#inputs-check', '#inputs-make']) {
            await page.click(button);
            await fault('inputs-form', 'form:2:1: found ', 19);
        }
        await page.fill('#inputs-form', ' ');
        await page.click('#inputs-make');
        await page.waitForFunction(() => document.getElementById('fault').textContent === 'Write a form first.');
        assert.equal(await textOf(page, '#inputs-made'), '');
    }));
