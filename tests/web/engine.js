// Holds the engine of the web page to the program, under node: node tests/web/engine.js PACKAGE
// CHECK, where PACKAGE is the folder of the package for npm and the program is NINEFOLD. Prints the
// seed of what is drawn; NF_TEST_SEED takes it back.
'use strict';
const assert = require('assert'), fs = require('fs'), path = require('path');
const { execFileSync, spawnSync } = require('child_process');

const [folder, name] = process.argv.slice(2);
let engine;
const seed = BigInt(process.env.NF_TEST_SEED ?? Date.now());
const often = (few, many) => process.env.NF_TEST_LEVEL === '2' ? many : few;
console.log(`note: seed ${seed}`);

// SplitMix64.
let state = seed;
function random() {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ state >> 30n) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ mixed >> 27n) * 0x94d049bb133111ebn);
    return mixed ^ mixed >> 31n;
}
const between = (low, high) => low + Number(random() % BigInt(high - low + 1));
const one = list => list[between(0, list.length - 1)];

// The program's output; it may end with 1, for what differs.
function program(input, ...words) {
    try {
        return execFileSync(process.env.NINEFOLD, words, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
    } catch (error) {
        assert.strictEqual(error.status, 1, `ninefold ${words.join(' ')}`);
        return error.stdout;
    }
}

// What the program says of a run: its JSON, or why it cannot be played (exit code 3).
function played(...words) {
    const run = spawnSync(process.env.NINEFOLD, ['run', '--quiet', ...words, '--json', '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.ok(run.status === 0 || run.status === 3, `ninefold ${words.join(' ')}: ${run.stderr}`);
    return run.status === 0 ? { told: JSON.parse(run.stdout) } : { refused: run.stderr.replace(/^ninefold: game \d+: /, '').trim() };
}

// Parameters as the engine takes them and as options.
const withOptions = parameters => ({ parameters, options: Object.entries(parameters)
    .flatMap(([key, value]) => value === undefined ? [] : value === true ? [`--${key}`] : [`--${key}`, String(value)]) });

// Those of a game, of a profile if one is given.
function draw(game, { name: profile } = one(game.profiles)) {
    const parameters = { game: game.name, profile, seed: String(random() >> 1n),
        first: between(0, 1) * between(0, 1e6) };
    for (const size of ['players', 'rounds'])
        if (game.has[size]) parameters[size] = between(game[size].least, game[size].most);
    if (game.has.strategy && between(0, 1) === 1) {
        parameters.strategy = one(game.strategies).name;
        if (between(0, 1) === 1) parameters.strategy = `${between(1, parameters.players ?? game.players.usual)}=${parameters.strategy}`;
    }
    if (game.has.weights && between(0, 2) === 0) {
        parameters.weights = `A1=${between(1, 9)},B9=${between(1, 9)},E0=1,TURN=1`;
    }
    if (game.has.deck && between(0, 2) === 0)
        parameters.deck = between(Math.ceil(game.deck.most / 2), game.deck.most);
    const flag = one(['detail', 'paired']); // which do not go together
    if (game.has[flag] && between(0, 2) === 0) parameters[flag] = true;
    return withOptions(parameters);
}

const scratch = () => fs.mkdtempSync(path.join(process.env.BATS_TEST_TMPDIR ?? require('os').tmpdir(), 'case-'));

// A page without the line that names the build.
const unsigned = page => page.replace(/<footer.*<\/footer>/, '');

const refused = (promise, message) => assert.rejects(promise, error => error.message.startsWith(message) || assert.fail(error.message));

const checks = {
    // Random runs of each profile have the digest, the turns and the page of the program's.
    async digests() {
        const { games } = await engine.catalogue();
        assert.deepStrictEqual(games.map(game => game.name), program('', '--list-games').trim().split('\n'));
        const profiles = games.flatMap(game => game.profiles.map(profile => [game, profile]));
        for (let i = 0; i < often(1, 3) * profiles.length; i++) {
            const { parameters, options } = draw(...profiles[i % profiles.length]);
            const count = between(1, 300);
            const { told, refused } = played(...options, '--games', String(count));
            const what = options.join(' ');
            if (refused !== undefined) { // too many rounds of cards that hardly end one, say
                await assert.rejects(engine.run(parameters, count), error => error.message.endsWith(refused) || assert.fail(`${what}: ${error.message}`));
                continue;
            }
            const found = await engine.run(parameters, count);
            assert.strictEqual(found.digest, told.digest, what);
            assert.strictEqual(found.turns, told.turns, what);
            assert.strictEqual(found.games, count, what);
            assert.strictEqual(found.stopped, false);
            const again = found.command.split(' ').slice(2);
            assert.deepStrictEqual(again.includes('--detail'), parameters.detail === true, found.command);
            assert.strictEqual(played(...again).told.digest, told.digest, found.command);
            assert.ok(found.html.includes(found.digest) && !found.html.includes('<body'), what);
        }
    },

    // Two settings, of the same deals or not, differ by what the program says of their saved runs, in
    // every form, however many steps they were played in.
    async compares() {
        const { games } = await engine.catalogue(), folder = scratch();
        for (let i = 0; i < often(8, 40); i++) {
            const game = games[i % games.length], count = between(2, 9000), names = ['one.json', 'the other.json'];
            const sides = [draw(game), draw(game)];
            if (between(0, 2) > 0 && game.has.strategy) // of the same deals
                sides[1] = withOptions({ ...sides[0].parameters, strategy: one(game.strategies).name });
            sides[1] = withOptions({ ...sides[1].parameters, players: sides[0].parameters.players, first: sides[0].parameters.first });
            const saved = sides.map(({ options }, side) => played(...options, '--games', String(count), '--save', path.join(folder, names[side])));
            const play = engine.compare(sides[0].parameters, sides[1].parameters, count, undefined, names);
            if (saved.some(({ refused }) => refused !== undefined)) {
                await assert.rejects(play);
                continue;
            }
            const found = await play;
            assert.deepStrictEqual([found.digest, found.otherDigest], saved.map(({ told }) => told.digest));
            assert.strictEqual(played(...found.otherCommand.split(' ').slice(2)).told.digest, found.otherDigest);
            const native = (...words) => execFileSync(process.env.NINEFOLD, ['stats', '--quiet', '--compare', ...words, ...names],
                { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
            assert.strictEqual(await engine.report('table'), native());
            assert.strictEqual(await engine.report('json'), native('--json', '-'));
            assert.strictEqual(unsigned(await engine.report('html')), unsigned(native('--html', '-')));
            assert.ok(native('--markdown', '-').endsWith(await engine.report('markdown')));
        }
        await refused(engine.compare({ game: games[0].name }, { game: games[1].name }, 10), '--compare: the runs are of ');
        await refused(engine.compare({ players: 5 }, { players: 6 }, 10), '--compare: the runs have 5 and 6 players');
        await refused(engine.report(), 'report: nothing was played');
    },

    // A tournament tells what the program's tells, in every form, however many steps it was played in;
    // of one that is stopped what was played.
    async tournaments() {
        const game = (await engine.catalogue()).games.find(each => each.has.strategy);
        const names = game.strategies.map(({ name }) => name);
        for (let i = 0; i < often(3, 12); i++) {
            const { parameters, options } = withOptions({ players: between(1, 4), rounds: between(1, 5), seed: between(0, 1e6), paired: i % 2 === 1 || undefined });
            const from = between(0, names.length - 2), strategies = names.slice(from, from + between(2, 3)), count = between(4, 1000);
            const found = await engine.tournament(parameters, strategies, count);
            assert.strictEqual(found.games, count - count % parameters.players);
            assert.deepStrictEqual([found.left, found.stopped], [0, false]);
            const words = ['tournament', '--quiet', ...options, '--games', String(count), ...strategies];
            assert.strictEqual(await engine.report('table'), program('', ...words));
            assert.strictEqual(await engine.report('json'), program('', ...words, '--json', '-'));
            assert.strictEqual(await engine.report('table'), program('', ...found.command.split(' ').slice(1), '--quiet'));
            const page = path.join(scratch(), 'page');
            program('', ...words, '--html', page);
            assert.strictEqual(unsigned(await engine.report('html')), unsigned(fs.readFileSync(page, 'utf8')));
            assert.ok(unsigned(page).length > 0 && found.html.includes('<svg'));
        }
        let shown = 0;
        const stopped = await engine.tournament({ players: 5 }, names.slice(0, 2), 1e9, ({ games, left, html }) => {
            assert.ok(games > 0 && left > 0 && html.includes(names[0]));
            if (++shown === 2) engine.stop();
        });
        assert.ok(stopped.stopped && stopped.games % 5 === 0 && stopped.games > 0);
        assert.strictEqual(JSON.parse(await engine.report('json')).games, stopped.games);
        await refused(engine.tournament({}, names.slice(0, 1), 1000), 'expected two strategies or more, found 1');
        await refused(engine.tournament({}, Array(33).fill(names[0]), 1000), 'expected at most 32 strategies');
        await refused(engine.tournament({ players: 5 }, names, 4), '--games 4: expected at least one per seat, 5');
        await refused(engine.tournament({}, ['a=b', names[0]], 1000), "'a=b': expected a name without ");
        await refused(engine.tournament({ strategy: names[0] }, names, 1000), 'strategy: expected none');
        const other = (await engine.catalogue()).games.find(each => !each.has.strategy);
        await refused(engine.tournament({ game: other.name }, names, 1000), `--game ${other.name}: its players have no choice`);
        await refused(engine.report(), 'report: nothing was played');
    },

    // Inputs of any problem are made as the program makes them, which accepts them, and refused at the same place.
    async forms() {
        const form = 'INT(1,99,n) NEWLINE REP(n) INT(-9,9999999999999) SPACE FLOAT(0,1) SPACE REGEX("[a-z]{1,3}") NEWLINE END\n';
        const folder = scratch(), file = path.join(folder, 'p.ctd');
        fs.writeFileSync(file, form);
        for (let i = 0; i < often(6, 40); i++) {
            const seed = between(0, 1000), index = between(0, 999);
            const input = await engine.makeInput(form, seed, index);
            assert.strictEqual(input, program('', 'gen', '--format', file, '--seed', String(seed), '--index', String(index)));
            await engine.checkInput(form, input);
            await assert.rejects(engine.checkInput(form, `${input} `), /^Error: input:\d+:1: found /);
        }
        await refused(engine.checkInput('INT(1,', ''), 'form:1:7: found the end of the form');
    },

    // What is dealt, played, checked and told is what the program writes, in both languages.
    async cases() {
        const { games } = await engine.catalogue();
        for (let i = 0; i < often(6, 40); i++) {
            const game = games[i % games.length], name = game.name;
            const { parameters } = draw(game), index = between(0, 1000), language = one(['en', 'zh']);
            for (const key of ['strategy', 'weights', 'deck']) delete parameters[key]; // by which there may be no game
            assert.ok((await engine.language(language)).known);
            const options = ['--game', name, '--lang', language];
            const { instance, transcript } = await engine.deal(parameters, index);
            assert.strictEqual(await engine.play(name, instance), transcript);
            assert.strictEqual(transcript, program(instance, 'play', ...options, '-'));
            const report = await engine.verify(name, instance);
            assert.ok(report.length > 0);

            const lines = transcript.split('\n');
            const at = between(0, lines.length - 2);
            const wrong = lines.with?.(at, 'mine') ?? lines.map((line, k) => k === at ? 'mine' : line);
            const folder = scratch();
            const given = path.join(folder, 'instance'), output = path.join(folder, 'output'), page = path.join(folder, 'page');
            fs.writeFileSync(given, instance);
            fs.writeFileSync(output, wrong.join('\n'));
            program('', 'explain', ...options, '--html', page, given, output);
            const whole = fs.readFileSync(page, 'utf8');
            assert.strictEqual(unsigned(await engine.page(name, instance, wrong.join('\n'))), unsigned(whole));
            const found = await engine.check(name, instance, wrong.join('\n'));
            assert.deepStrictEqual([found.right, found.line], [false, at + 1]);
            for (const line of found.why.trim().split('\n').slice(1, 2))
                assert.ok(program('', 'check', ...options, given, output).includes(line.trim()), line);
            assert.strictEqual((await engine.check(name, instance, transcript, { strict: true })).right, true);
        }
    },

    // A run shows what it has, and ends soon when it is to; what was played is a prefix.
    async stops() {
        const { games } = await engine.catalogue();
        const parameters = { game: games[0].name, players: 5, seed: '9223372036854775807' };
        let shown = 0, last = 0;
        const run = engine.run(parameters, 1e12, ({ games, html, digest, turns, seconds }) => {
            assert.ok(games > last && turns > games && seconds > 0 && html.includes(digest));
            last = games;
            if (++shown === 3) engine.stop();
        });
        await assert.rejects(engine.run(parameters, { seconds: 1 }), /a run is going on/);
        assert.strictEqual((await engine.verify(games[0].name, (await engine.deal(parameters, 0)).instance)).startsWith('instance: valid'), true);
        const found = await run;
        assert.ok(found.stopped && found.games >= last && shown >= 3);
        assert.strictEqual((await engine.run(parameters, found.games)).digest, found.digest);

        // A run of some time has no games to reach: it ends by itself, is not stopped, and plays no
        // game twice where there are few.
        let ended = 0;
        for (const game of games)
            for (const { name: profile } of game.profiles) {
                const small = { game: game.name, profile, players: game.players.least, rounds: game.rounds.least };
                const timed = await engine.run(small, { seconds: 0.05 });
                assert.ok(timed.games > 0 && timed.stopped === false);
                assert.strictEqual((await engine.run(small, timed.games)).digest, timed.digest);
                const few = { ...small, deck: game.deck.least };
                if ((await engine.run(small, 1)).left > 1e14 || (await engine.run(few, 1)).left > 1e6) continue;
                const whole = await engine.run(few, { seconds: 60 });
                assert.strictEqual(whole.left, 0);
                await refused(engine.run(few, whole.games + 1), 'games: expected 1 to ');
                ended++;
            }
        assert.ok(ended > 0);
    },

    // Cases of a folder are valid, and right outputs leave players by the rules alone.
    async folder() {
        for (const { name } of (await engine.catalogue()).games) {
            let known, left;
            for (let i = 0; i < 2; i++) {
                const made = await engine.case(name, i, known);
                assert.deepStrictEqual(made, await engine.case(name, i, known)); // again
                ({ known } = made);
                assert.match(program(made.instance, 'verify', '--game', name, '-'), /: valid: /);
                const found = await engine.narrow(name, made.instance, program(made.instance, 'play', '--game', name, '-'), i + 1, { left });
                assert.match(found.verdict, new RegExp(`^Your program is right on all ${i + 1} cases`));
                assert.ok(i === 0 || found.left.length <= left.length);
                ({ left } = found);
                const wrong = await engine.narrow(name, made.instance, 'nothing', i + 1, { left });
                assert.deepStrictEqual(wrong.left, []);
                assert.match(wrong.verdict, /^None of the \d+ mistakes known does what your program does on all of \d cases/);
            }
        }
    },

    // Mistakes are named as the library names them, and nothing is broken by them.
    async refuses() {
        const { games } = await engine.catalogue();
        const [game] = games;
        await refused(engine.run({ players: game.players.most + 1 }, 1), `players: expected ${game.players.least} to ${game.players.most}, found `);
        for (const players of [-1, 2.5, 'two'])
            await refused(engine.run({ players }, 1), 'players: expected ');
        await refused(engine.report(), 'report: nothing was played');
        await refused(engine.run({ seed: '9223372036854775808' }, 1), 'seed: expected 0 to 2^63-1, found 9223372036854775808');
        await refused(engine.run({ seed: 'x' }, 1), 'seed: expected ');
        await refused(engine.run({ profile: 'none' }, 1), 'profile \'none\': ');
        await refused(engine.run({ game: 'none' }, 1), 'game \'none\': expected one of ');
        await refused(engine.run({}, 0), 'games: expected 1 to ');
        await refused(engine.run({}, 'many'), 'games: expected 1 to ');
        await refused(engine.deal({}, -1), 'index: expected ');
        await refused(engine.name('none', []), 'name: expected a game');
        await refused(engine.name(game.name, [{ instance: 'x', output: '' }]), 'instance:1:1: ');
        await refused(engine.case('none', 0), 'expected a game');
        await refused(engine.case(game.name, 60), 'case: expected a number below 60');
        await refused(engine.narrow(game.name, 'x', '', 1), 'instance:1:1: ');
        await refused(engine.verify(game.name, 'x\n\0\u{1f98a}\ud800'), 'instance:1:1: ');
        await refused(engine.check(game.name, '', ''), 'instance:1:1: ');
        await refused(engine.verify(game.name, '\ufeff1'), 'instance:1:1: ');
        assert.strictEqual((await engine.language('none')).known, false);
        assert.strictEqual((await engine.run({}, 3)).games, 3);
        await refused(engine.report('none'), 'report: expected table, ');
    },
};

async function main() {
    const { NinefoldEngine } = await import(path.resolve(folder, 'node.js'));
    engine = new NinefoldEngine();
    await checks[name]();
    engine.close();
}
main().catch(error => {
    console.error(error);
    process.exit(1);
});
