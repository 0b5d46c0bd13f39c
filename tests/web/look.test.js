// The web page for everybody: languages, narrow and dark screens, keyboards, readers of screens.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { folder, games, isForEverybody, says, site } = require('./browser.js');

const VIEWS = {
    test: [`#view=test&game=${games[0]}`, /^(Run your program|请用此数据)/],
    run: [`#game=${games[0]}&players=5&rounds=3&games=2k`, /2,000|2000/],
    compare: [`#view=compare&game=${games[0]}&players=5&rounds=3&b-strategy=lowest&games=2k`, /2,000|2000/],
    tournament: [`#view=tournament&game=${games[0]}&players=2&rounds=1&strategies=statement+lowest&each=20`, /20/],
    check: [`#view=check&game=${games[0]}&players=3&rounds=2&index=4`, /filled in/],
    step: [`#view=step&game=${games[0]}&players=30&rounds=1&index=4`, /4/],
    inputs: ['#view=inputs', /^$/],
};
const isMany = view => ['run', 'compare', 'tournament'].includes(view);

test('each text of the page is there in each language, and no other', () => {
    const read = name => fs.readFileSync(path.join(folder, name), 'utf8');
    const said = new Set([...read('index.html').matchAll(/data-say[^>]*>([^<]+)</g)].map(match => match[1]));
    for (const name of fs.readdirSync(folder).filter(each => each.endsWith('.js') && each !== 'engine.js'))
        for (const [, told, named] of read(name).matchAll(/\bsay\('([^']*)'|\b(?:title|act): '([^']*)'/g))
            said.add(told ?? named);
    const languages = vm.runInNewContext(`${read('words.js')}; languages`);
    assert.ok(said.size > 30);
    for (const [name, words] of Object.entries(languages))
        if (name !== 'en') assert.deepEqual(Object.keys(words).sort(), [...said].sort(), name);
});

test('the language is the browser\'s, or that of the link, and can be switched', async () => {
    await site.visit({ link: VIEWS.step[0], locale: 'zh-CN' }, async page => {
        await says(page, /4/);
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh');
        assert.match(await page.locator('#title').textContent(), /\p{Script=Han}/u);
        assert.match(await page.locator('#said').textContent(), /\p{Script=Han}/u);
        await page.click('.languages [lang=en]');
        await says(page, /^Game 4 is shown below/);
        assert.doesNotMatch(await page.locator('body').innerText(), /(?!中文)\p{Script=Han}{3}/u);
        await page.goBack();
        await says(page, /\p{Script=Han}/u);
    });
    await site.visit({ link: '#lang=zh' }, async page => {
        const english = await page.locator('body').innerText();
        assert.doesNotMatch(english, /[a-z]{3,} [a-z]{3,} [a-z]{3,}/, 'English on the Chinese page');
    });
});

// Where it is dark other colours are seen, and nothing else.
for (const [view, [link, words]] of Object.entries(VIEWS))
    for (const [scheme, languages, rules] of [['light', ['en', 'zh']], ['dark', ['en'], ['color-contrast']]])
        test(`${view}, ${scheme}: at 360 px nothing reaches beyond the page, and axe finds nothing`, () =>
            site.visit({ link, width: 360, colorScheme: scheme }, async page => {
                await says(page, words);
                if (isMany(view)) await page.waitForSelector('#same:not([hidden])');
                if (view === 'inputs') {
                    await page.click('#inputs-make');
                    await says(page, /^10 cases/);
                }
                if (view === 'check') {
                    await page.fill('[name=transcript]', 'nothing');
                    await page.click('#act');
                    await says(page, /wrong/);
                }
                for (const lang of languages) {
                    if (lang !== languages[0]) {
                        await page.click(`.languages [lang=${lang}]`);
                        await says(page, /\p{Script=Han}/u);
                        if (isMany(view)) await page.waitForSelector('#same:not([hidden])');
                    }
                    await isForEverybody(page, rules);
                    if (view === 'check') break;
                }
            }));

// Presses Tab until `selector` has the focus, which must be seen on each element on the way.
async function tabTo(page, selector, key = 'Tab') {
    for (let i = 0; i < 80; i++) {
        await page.keyboard.press(key);
        const [there, seen, what] = await page.evaluate(wanted => {
            const element = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(element);
            return [element.matches(wanted), element === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px'),
                element.outerHTML.slice(0, 80)];
        }, selector);
        assert.ok(seen, `no focus is seen on ${what}`);
        if (there) return;
    }
    assert.fail(`Tab does not come to ${selector}`);
}

test('the keyboard alone does it all', () =>
    site.visit({ link: `#game=${games[0]}&players=3&rounds=2` }, async page => {
        const press = keys => page.keyboard.press(keys);
        await tabTo(page, '[name=games]');
        await page.keyboard.type('100M'); // Tab has chosen what was there
        await press('Enter');
        await tabTo(page, '#stop');
        await press('Enter');
        await says(page, /^Stopped/);
        await tabTo(page, 'nav [data-view=compare]', 'Shift+Tab');
        await press('Enter');
        await page.waitForFunction(() => document.activeElement.id === 'title');
        await tabTo(page, '[name=games]');
        await page.keyboard.type('2k');
        await tabTo(page, '[name=b-strategy]');
        await page.keyboard.type('lowest');
        await press('Enter');
        await says(page, /^Done: 2,000/);
        await tabTo(page, 'nav [data-view=check]', 'Shift+Tab');
        await press('Enter');
        await page.waitForFunction(() => document.activeElement.id === 'title');
        await tabTo(page, '#fill');
        await press('Enter');
        await says(page, /filled in/);
        await tabTo(page, '[name=transcript]');
        await press('Control+End');
        await page.keyboard.type('x');
        await tabTo(page, '#act');
        await press('Enter');
        await says(page, /wrong/);
        await tabTo(page, 'nav [data-view=step]', 'Shift+Tab');
        await press('Enter');
        await says(page, /instance is shown/);
        await tabTo(page, '[name=index]');
        await page.keyboard.type('8');
        await press('Enter');
        await says(page, /^Game 8 is shown/);
        await tabTo(page, '[data-go=on]');
        await press('Enter');
        await press('ArrowRight');
        assert.match(await page.locator('#count').textContent(), /^3 /);
    }));
