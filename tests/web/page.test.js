// The web page in Chromium: what it shows is what the native program says.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { folder, games, native, options, random, save, says, short, site, textOf } = require('./browser.js');

// Runs the command that the page names.
const runCommand = async page => {
    const command = await page.locator('#command').textContent();
    assert.match(command, /^ninefold run /);
    return native(['run', '--quiet', ...command.split(' ').slice(2)]);
};
const digestOf = output => output.match(/^digest +(\w{32})$/m)[1];
// What the page itself says: the driver hears of a new address some time later.
const addressOf = page => page.evaluate(() => location.href);
const linkOf = parameters => `#${new URLSearchParams(parameters)}`;

for (const base of ['file', 'http'])
    for (const game of games)
        test(`${base}: a run of ${game} ends with the digest of the command that the page names`, () =>
            site.visit({ base, link: linkOf({ game, seed: random(1e9), ...short(game) }) }, async page => {
                await page.fill('[name=games]', '3k');
                await page.press('[name=games]', 'Enter');
                await says(page, /^Done: 3,000 games\.$/);
                const output = await runCommand(page);
                assert.equal(await textOf(page, '#digest'), digestOf(output));
                assert.ok(await page.locator('#report svg').count() > 0, 'no chart');
                assert.match(await textOf(page, '#report'), /3,000 games/);
            }));

for (const game of games)
    test(`deck, weights and flags of ${game} go into its run, its command and its link`, () => {
        const seed = random(1e9), link = linkOf({ game, seed, games: '300', ...short(game) });
        return site.visit({ link }, async page => {
            await says(page, /^Done/);
            const chosen = {};
            for (const [name, value] of [['deck', 9], ['weights', 'A1=3,B9=2,C2=1,TURN=1']])
                if (await page.locator(`[name=${name}]`).isVisible()) await page.fill(`[name=${name}]`, chosen[name] = String(value));
            const [flag] = ['detail', 'paired'].sort(() => random(2) - 0.5); // which do not go together
            if (await page.locator(`[name=${flag}]`).isVisible()) {
                await page.check(`[name=${flag}]`);
                chosen[flag] = '1';
            }
            if (chosen.weights) await page.fill('[name=deck]', chosen.deck = '300000');
            if (Object.keys(chosen).length === 0) return;
            await page.click('#act');
            await page.waitForFunction(() => /view=/.test(location.hash));
            await says(page, /^Done/);
            const held = Object.fromEntries(new URLSearchParams(new URL(await addressOf(page)).hash.slice(1)));
            assert.deepEqual(held, { view: 'run', game, seed: String(seed), games: '300',
                ...Object.fromEntries(Object.entries(short(game)).map(([name, value]) => [name, String(value)])), ...chosen });
            const digest = await textOf(page, '#digest');
            assert.equal(digest, digestOf(await runCommand(page)));
            const counted = JSON.parse(native(['run', '--quiet', ...(await textOf(page, '#command')).split(' ').slice(2), '--json', '-']));
            assert.equal(counted.params.detail === true, chosen.detail === '1');
            await site.visit({ link: new URL(await addressOf(page)).hash }, async again => {
                await says(again, /^Done/);
                assert.equal(await textOf(again, '#digest'), digest);
                assert.equal(await again.locator('#report figure, #report table').count(), await page.locator('#report figure, #report table').count());
            });
        });
    });

// What the program prints for the commands that the page names, a line each, in a folder of their own.
const runCommands = async page => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ninefold-commands-'));
    try {
        const lines = (await textOf(page, '#command')).split('\n');
        return lines.map(line => {
            const [program, command, ...words] = line.split(' ');
            assert.equal(program, 'ninefold');
            return native([command, '--quiet', ...words], undefined, folder);
        });
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
};

// Numbers and signs of a text, each in its place.
const numbersOf = text => [...text.matchAll(/[-+]?\d[\d,.]*%?/g)].map(([number]) => number.replace(/[.,]$/, ''));

for (const game of games)
    test(`two settings of ${game} differ on the page by what the program says of them, and its link has both`, () => {
        const second = game === games[0] ? { 'b-strategy': 'last-e' } : { 'b-seed': '7' };
        const link = linkOf({ view: 'compare', game, seed: random(1e9), ...short(game), ...second, games: '2k' });
        return site.visit({ link }, async page => {
            await says(page, /^Done: 2,000 games\.$/);
            const [a, b, compared] = await runCommands(page);
            assert.equal(await textOf(page, '#digest'), `${digestOf(a)}\n${digestOf(b)}`);
            for (const summary of await page.locator('#report #comparison summary').all()) await summary.click();
            const table = page.locator('#report #comparison table').filter({ hasText: 'B - A' }).first();
            const shown = await table.locator('tbody tr').allTextContents();
            assert.ok(shown.length >= 2);
            for (const [i, row] of shown.entries())
                for (const number of numbersOf(row).slice(1, 4))
                    assert.ok(compared.split('\n').some(line => line.trim().startsWith(`${i + 1} `) && line.includes(number)), `${row}\n${compared}`);
            await page.locator('#report #run-2 td a').first().click();
            await says(page, /is shown below/);
            const step = new URLSearchParams(new URL(await addressOf(page)).hash.slice(1));
            assert.equal(step.get(Object.keys(second)[0].slice(2)), Object.values(second)[0]);
            await page.goBack();
            await says(page, /^$/);
            assert.equal(await page.inputValue(`[name=${Object.keys(second)[0]}]`), Object.values(second)[0]);
            assert.ok(await page.locator('#report #comparison').isVisible());
        });
    });

test('a tournament ranks as the program does by the command that the page names, and its link has it', () =>
    site.visit({ link: linkOf({ view: 'tournament', game: games[0], players: 2, rounds: 2, seed: random(1e9) }) }, async page => {
        await says(page, /^$/);
        await page.fill('[name=strategies]', 'last-e statement lowest');
        await page.fill('[name=each]', '301');
        await page.click('#act');
        await says(page, /^Done: 300 games\.$/);
        const [printed] = await runCommands(page);
        const table = page.locator('#report table').filter({ hasText: 'fewer losses' }).first();
        const rows = await table.locator('tbody tr').evaluateAll(all => all.map(row => row.textContent));
        const ranked = printed.split('\n').filter(line => /^ +[123]  /.test(line));
        assert.equal(rows.length, 3);
        for (const [i, line] of ranked.entries()) {
            const [, name, gain] = line.trim().split(/ +/);
            assert.ok(rows[i].includes(name) && rows[i].includes(Math.abs(gain).toFixed(3)), `${rows[i]}\n${line}`);
        }
        assert.ok(await page.locator('#digest').isHidden(), 'a digest of a tournament');
        await site.visit({ link: new URL(await addressOf(page)).hash }, async again => {
            await says(again, /^Done: 300 games\.$/);
            assert.deepEqual(await again.locator('#report').textContent(), await page.locator('#report').textContent());
        });
    }));

test('a tournament is stopped, and tells then of the games that it has played', () =>
    site.visit({ link: linkOf({ view: 'tournament', game: games[0], players: 2, rounds: 2, strategies: 'statement last-e', each: '1M' }) }, async page => {
        await page.locator('#report table').first().waitFor({ state: 'attached' });
        await page.click('#stop');
        await says(page, /^Stopped after [\d,]+ games\.$/);
        const [, games] = (await textOf(page, '#status')).match(/([\d,]+)/);
        assert.ok((await textOf(page, '#report')).includes(`${games} games per pairing`));
        assert.ok(await page.locator('#same').isHidden(), 'a command that plays other games');
    }));

test('a comparison takes the place of a run that goes on, and back is the run again', () =>
    site.visit({ link: linkOf({ game: games[0], players: 5, games: '1k' }) }, async page => {
        await says(page, /^Done/);
        const digest = await textOf(page, '#digest');
        await page.click('nav [data-view=compare]');
        assert.ok(await page.locator('#run').isHidden(), 'the run under another heading');
        await page.fill('[name=b-strategy]', 'keep-e');
        await page.fill('[name=games]', '100M');
        await page.click('#act');
        await page.locator('#report #comparison').waitFor();
        await page.click('#stop');
        await says(page, /^Stopped/);
        await page.goBack();
        await page.goBack();
        await says(page, /^Done/);
        assert.equal(await textOf(page, '#digest'), digest);
        assert.equal(await page.locator('#report #comparison').count(), 0);
    }));

// What is seen of the form.
const formOf = page => page.evaluate(() => {
    const seen = selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
    return {
        tab: seen('nav [aria-current]').map(link => link.dataset.view).join(),
        title: document.getElementById('title').textContent,
        fields: seen('#form [data-for]').map(element => element.dataset.for),
        selects: seen('#form select').map(select => select.selectedOptions[0]?.textContent ?? ''),
        buttons: seen('#form button').map(button => button.textContent),
        waiting: seen('#form button').every(button => button.disabled),
        faults: document.getElementById('fault').textContent,
    };
});
const VIEWS = ['run', 'compare', 'tournament', 'check', 'step'];
const whole = name => fs.readFileSync(path.join(folder, name), 'utf8');

for (const view of VIEWS)
    for (const lang of ['en', 'zh'])
        test(`${view}, ${lang}: before its engine is loaded the page has its words and one tab, and its buttons wait`, () => {
            const game = games[random(games.length)], seed = String(random(1e9));
            return site.visit({ link: linkOf({ view, game, seed, lang }), held: /engine\.js$/ }, async (page, release) => {
                await says(page, lang === 'en' ? /^Loading the engine\.$/ : /载入/);
                const before = await formOf(page);
                assert.equal(before.tab, view);
                assert.ok(before.waiting && before.title && before.fields.length > 0 && before.buttons.length > 0);
                assert.deepEqual(before.fields.filter(names => !names.split(' ').includes(view)), []);
                assert.deepEqual([...before.selects, ...before.buttons].filter(words => words.trim() === ''), []);
                assert.equal(await page.inputValue('[name=game]'), game);
                await page.fill('[name=seed]', '77');
                release(whole('engine.js'));
                await says(page, /^$/);
                assert.deepEqual(await formOf(page), { ...before, waiting: false });
                assert.equal(await page.inputValue('[name=seed]'), '77');
                assert.ok(await page.locator('#act').isEnabled());
            });
        });

test('the Enter key before the engine is loaded starts the run when it is', () =>
    site.visit({ link: linkOf({ game: games[0], seed: random(1e9), ...short(games[0]) }), held: /engine\.js$/ }, async (page, release) => {
        await says(page, /^Loading the engine\.$/);
        await page.fill('[name=games]', '3k');
        await page.press('[name=games]', 'Enter');
        release(whole('engine.js'));
        await says(page, /^Done: 3,000 games\.$/);
    }));

test('before any script the page has the words and the fields of its first tab, as after', () =>
    site.visit({ link: linkOf({ game: games[0] }), held: /\.js$/ }, async page => {
        const before = await formOf(page);
        await site.visit({ link: linkOf({ game: games[0], lang: 'en' }), held: /engine\.js$/ }, async after => {
            await says(after, /^Loading/);
            assert.deepEqual(before, await formOf(after));
        });
    }));

test('an engine that does not come is told', () =>
    site.visit({ held: /engine\.js$/ }, async (page, release) => {
        release('');
        await page.waitForFunction(() => document.getElementById('fault').textContent === 'The engine cannot be loaded.');
        assert.ok(await page.locator('#act').isDisabled());
    }));

for (const link of ['', '#lang=zh'])
    test(`the first visit, '${link}', plays by itself and shows what it found`, () =>
        site.visit({ link }, async page => {
            await says(page, link ? /^完成：/ : /^Done: [\d,]+ games\.$/);
            assert.ok(await page.locator('#report svg').count() > 0, 'no chart');
            assert.equal(await textOf(page, '#digest'), digestOf(await runCommand(page)));
            assert.equal(new URL(await addressOf(page)).hash, link);
        }));

test('a run grows, is stopped, and has then the digest of the games it has played', () =>
    site.visit({ link: linkOf({ game: games[0], players: 5, seed: random(1e9), games: '100M' }) }, async page => {
        const seen = new Set();
        while (seen.size < 3) seen.add((await textOf(page, '#report > p:first-of-type').catch(() => '')) || 'nothing');
        // A game is looked at meanwhile.
        await page.click('nav [data-view=step]');
        await page.click('#act');
        await says(page, /^Game 0 is shown/);
        await page.goBack();
        await page.goBack();
        await page.click('#stop');
        await says(page, /^Stopped after [\d,]+ games\.$/);
        assert.ok(await page.locator('#stop').isDisabled());
        assert.equal(await textOf(page, '#digest'), digestOf(await runCommand(page)));
    }));

test('what is unfolded in a report and what has the focus stay so while it grows', () =>
    site.visit({ link: linkOf({ game: games[0], players: 5, games: '100M' }) }, async page => {
        const summary = page.locator('#report summary').first();
        await summary.focus();
        await page.keyboard.press('Enter');
        const first = await textOf(page, '#report > p:first-of-type');
        await page.waitForFunction(was => document.querySelector('#report > p').textContent !== was, first);
        assert.ok(await summary.evaluate(element => element.parentElement.open && element === document.activeElement));
        await page.click('#stop');
        await says(page, /^Stopped/);
    }));

test('a report names games that one can step through', () =>
    site.visit({ link: linkOf({ game: games[0], players: 3, rounds: 2, games: '500' }) }, async page => {
        await says(page, /^Done/);
        const command = await textOf(page, '#report td:has(a) code >> nth=0');
        await page.evaluate(() => { document.querySelector('#report figure').dataset.mark = 'kept'; });
        await page.locator('#report td a').first().click();
        await says(page, /is shown below/);
        const instance = native([...command.split(' ').slice(1), '--instance', '--quiet']);
        assert.equal(await textOf(page, '#story details pre'), instance);
        await page.goBack();
        await page.locator('#report figure').first().waitFor(); // as it was
        assert.equal(await page.evaluate(() => document.querySelector('#report figure').dataset.mark), 'kept');
    }));

// A transcript with one byte of a line changed, and that line.
const spoil = transcript => {
    const lines = transcript.split('\n').slice(0, -1), at = random(lines.length);
    lines[at] += '!';
    return [`${lines.join('\n')}\n`, at + 1];
};

for (const game of games)
    test(`check: ${game}: right, wrong at the same line and for the same reason as natively, and invalid`, () =>
        site.visit({ link: linkOf({ view: 'check', game, ...short(game), seed: random(1e9), index: random(1e6) }) }, async page => {
            await says(page, /filled in/);
            const instance = await page.inputValue('[name=instance]'), right = await page.inputValue('[name=transcript]');
            assert.equal(right, native(['play', '--game', game, '-'], instance));
            await page.click('#act');
            await says(page, /^The transcript is right\.$/);
            const [wrong, line] = spoil(right);
            await page.fill('[name=transcript]', wrong);
            await page.click('#act');
            await says(page, new RegExp(`^The transcript is wrong, from line ${line} on\\.$`));
            const [why] = native(['check', '--game', game, save('in', instance), save('out', wrong)]).split('\n');
            assert.match(why, /^line \d+, column \d+: /);
            assert.equal(await textOf(page, '#parting h3'), why);
            assert.ok(await page.locator('#story tr.other').first().isVisible(), 'no line is marked');
            await page.fill('[name=instance]', `<img src=x onerror=alert(1)>${instance}`);
            await page.click('#act');
            await page.waitForFunction(() => document.getElementById('fault').textContent !== '');
            assert.match(await textOf(page, '#fault'), /:\d+:\d+: /);
            assert.equal(await page.evaluate(() => document.activeElement.name), 'instance');
            assert.equal(await page.locator('img').count(), 0);
        }));

for (const game of games)
    test(`step: ${game}: keys and buttons lead through the frames that the native program tells`, () =>
        site.visit({ link: linkOf({ view: 'step', game, ...short(game), seed: 7, index: 3 }) }, async page => {
            await says(page, /^Game 3 is shown below\.$/);
            const { frames } = JSON.parse(native(['replay', '--quiet', '--game', game, ...options(game), '--seed', '7', '--index', '3', '--json', '-']));
            const expects = async at => {
                // A link to a line changes the address, which the viewer hears of in a while.
                await page.waitForFunction(words => document.getElementById('count').textContent === words,
                    `${at + 1} / ${frames.length}`);
                assert.equal(await textOf(page, '#said'), frames[at].said);
                assert.match(await addressOf(page), new RegExp(`&line=${frames[at].line}(\\.|$)`));
            };
            const turn = frames.findIndex(frame => frame.part !== 'The deal');
            await expects(turn);
            for (let at = turn + 1; at < Math.min(turn + 5, frames.length); at++) {
                await page.keyboard.press('ArrowRight');
                await expects(at);
            }
            await page.keyboard.press('End');
            await expects(frames.length - 1);
            await page.click('[data-go=first]');
            await expects(0);
            const row = page.locator('#lines a').last();
            const line = Number(await row.textContent());
            await row.click();
            await expects(frames.findIndex(frame => frame.line === line));
            assert.match(await addressOf(page), /view=step&game=/);
        }));

test('an instance of one\'s own is stepped through', () =>
    site.visit({ link: linkOf({ view: 'step', game: games[0] }) }, async page => {
        const instance = native(['replay', '--quiet', '-n', '3', '-m', '1', '--index', String(random(1e6)), '--instance']);
        await page.click('#own summary');
        await page.fill('[name=instance]', instance);
        await page.click('#show-own');
        await says(page, /^The game of the instance is shown below\.$/);
        assert.equal(await textOf(page, '#story details pre'), instance);
    }));

test('links open what they hold; back and forward go through it', () =>
    site.visit({ link: linkOf({ view: 'step', game: games[0], players: 3, rounds: 2, seed: 5, index: 11, line: 2 }) }, async page => {
        await says(page, /^Game 11 is shown/);
        assert.match(await textOf(page, '#count'), /^[2-9]\d* \/ /);
        assert.equal(await page.inputValue('[name=seed]'), '5');
        const first = await addressOf(page), said = await textOf(page, '#said');
        await page.fill('[name=index]', '12');
        await page.press('[name=index]', 'Enter');
        await says(page, /^Game 12 is shown/);
        await page.click('nav [data-view=run]');
        await page.waitForFunction(() => document.title.startsWith('Play many'));
        assert.equal(await page.locator('#view').count(), 0, 'the viewer still listens to keys');
        await page.goBack();
        await says(page, /^Game 12 is shown/);
        await page.goBack();
        await says(page, /^Game 11 is shown/);
        assert.equal(await addressOf(page), first);
        assert.equal(await textOf(page, '#said'), said);
        await page.goForward();
        await says(page, /^Game 12 is shown/);
    }));

test('the strategy stays in the links of other views when a view without one comes between', () =>
    site.visit({ link: linkOf({ game: games[0], strategy: 'lowest' }) }, async page => {
        for (const view of ['tournament', 'run', 'test', 'step']) {
            await page.click(`nav [data-view=${view}]`);
            await page.waitForFunction(wanted => document.querySelector('[aria-current=page]').dataset.view === wanted, view);
        }
        assert.equal(await page.inputValue('[name=strategy]'), 'lowest');
        assert.match(await addressOf(page), /strategy=lowest/);
    }));

for (const [what, link, words] of [
    ['a game', 'game=nothing', /nothing/],
    ['a number of players', `game=${games[0]}&players=many&games=1k`, /many/],
    ['a profile', `game=${games[0]}&profile=nothing&games=1k`, /nothing/],
    ['a strategy', `game=${games[0]}&strategy=nothing&games=1k`, /nothing/],
    ['a second strategy', `view=compare&game=${games[0]}&b-strategy=nothing&games=1k`, /nothing/],
    ['a second profile', `view=compare&game=${games[0]}&b-profile=nothing&games=1k`, /b-profile=nothing/],
    ['a second deck', `view=compare&game=${games[0]}&b-deck=1e9&games=1k`, /b-deck=1e9/],
    ['strategies of a tournament', `view=tournament&game=${games[0]}&strategies=statement+%3Cb%3E&each=100`, /<b>/],
    ['a tournament', `view=tournament&game=${games[1]}&strategies=statement+last-e&each=100`, /no choice of strategy/],
    ['a deck', `game=${games[0]}&deck=-1&games=1k`, /deck=-1/],
    ['a parameter', `game=${games[1]}&weights=A1%3D1&games=1k`, /weights=A1=1/],
    ['a flag', `game=${games[0]}&detail=%3Cb%3E&games=1k`, /detail=<b>/],
])
    test(`a link to ${what} that there is not says so`, () =>
        site.visit({ link: `#${link}` }, async page => {
            await page.waitForFunction(() => document.getElementById('fault').textContent !== '');
            assert.match(await textOf(page, '#fault'), words);
            assert.ok(await page.locator('#run').isHidden());
        }));

test('links of nonsense do no harm: the page answers, and plays what the next link asks for', () =>
    site.visit({ link: linkOf({ view: 'step', game: games[0] }) }, async page => {
        const keys = await page.evaluate(() => KEYS), odd = ['', '0', '-1', '1e9', '99999999999999999999', '%', 'null', 'constructor',
            '<img src=x onerror=alert(1)>', '\u{1f98a}\u0000', 'a=b,c', '1..2=lowest', 'run', 'compare', 'tournament', 'A1=1', '7', ...games];
        for (let i = 0; i < 60; i++) {
            const link = linkOf(Object.fromEntries(Array.from({ length: 1 + random(5) }, () => [keys[random(keys.length)], odd[random(odd.length)]])));
            await page.evaluate(hash => { location.hash = hash; }, link);
            await page.waitForFunction(() => document.getElementById('title').textContent !== '');
        }
        assert.equal(await page.locator('img').count(), 0);
        await page.evaluate(hash => { location.hash = hash; }, linkOf({ game: games[1], seed: 3, games: '200', lang: 'en' }));
        await says(page, /^Done: 200 games\.$/);
        assert.equal(await textOf(page, '#digest'), digestOf(await runCommand(page)));
    }));

test('a number of games that is none, or too many, is not played', () =>
    site.visit({ link: `#game=${games[0]}` }, async page => {
        assert.ok(await page.locator('[name=each]').isHidden());
        for (const wrong of ['', 'x', '0', '1.5', '101M', '0s', '-1s', 's', '601s', '3m']) {
            await page.fill('[name=games]', wrong);
            await page.click('#act');
            assert.equal(await page.locator('[name=games]:invalid').count(), 1, wrong);
            assert.ok(await page.locator('#run').isHidden(), wrong);
        }
    }));
