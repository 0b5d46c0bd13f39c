// The package for npm, installed from its tarball NINEFOLD_TARBALL into an empty project: it plays
// and checks as the program NINEFOLD does. Run by node --test.
'use strict';

const { test, before, after } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('fs'), os = require('os'), path = require('path');
const { execFileSync, spawnSync } = require('child_process');

const project = fs.mkdtempSync(path.join(os.tmpdir(), 'ninefold-npm-'));
const installed = path.join(project, 'node_modules', 'ninefold');
const tarball = `./${path.basename(process.env.NINEFOLD_TARBALL)}`; // as one has it beside
// No registry is asked, and nothing but the project is written.
const offline = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false',
    npm_config_cache: path.join(project, 'cache'), HOME: project };

// A command in the project: its exit code and what it wrote.
const run = (program, ...args) => spawnSync(program, args, { cwd: project, env: offline, encoding: 'utf8' });
const npx = (...args) => run('npx', '--yes', tarball, ...args);
const ninefold = (...args) => run(path.join('node_modules', '.bin', 'ninefold'), ...args); // which starts sooner
const native = (...args) => execFileSync(process.env.NINEFOLD, args, { encoding: 'utf8' });

let games;
before(async () => {
    fs.writeFileSync(path.join(project, 'package.json'), '{"private": true}');
    fs.copyFileSync(process.env.NINEFOLD_TARBALL, path.join(project, tarball));
    const { status, stderr } = run('npm', 'install', '--no-audit', '--no-fund', tarball);
    assert.equal(status, 0, stderr);
    games = native('--list-games').trim().split('\n');
});
after(() => fs.rmSync(project, { recursive: true, force: true }));

// A program of a user, with top-level await.
function program(text) {
    fs.writeFileSync(path.join(project, 'program.mjs'), `import { NinefoldEngine } from 'ninefold';\n${text}`);
    const { status, stdout, stderr } = run(process.execPath, 'program.mjs');
    assert.equal(status, 0, stderr);
    return stdout;
}

test('the example of the README runs, and prints what the program prints', () => {
    const readme = fs.readFileSync(path.join(installed, 'README.md'), 'utf8');
    const [, example] = readme.match(/```js\nimport \{ NinefoldEngine \} from 'ninefold';\n([^]*?)```/);
    const [, digest, right] = program(example).match(/^(\w{32})\n[^]*?(true|false)\n$/);
    const [, wanted] = native('run', '--quiet', '--game', games[0], '--players', '5', '--games', '2000').match(/digest +(\w{32})/);
    assert.equal(digest, wanted);
    assert.equal(right, 'true');
});

test('the types name the methods there are', () => {
    const types = fs.readFileSync(path.join(installed, 'index.d.ts'), 'utf8');
    const [, declared] = types.match(/^export class NinefoldEngine \{([^]*?)^\}/m);
    const names = [...declared.matchAll(/^    (\w+)\(/gm)].map(([, name]) => name);
    const there = program('let at = NinefoldEngine.prototype, names = [];\n' +
        'for (; at !== Object.prototype; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at));\n' +
        'console.log(names.join(" "));').trim().split(' ');
    assert.deepEqual([...new Set(names)].sort(), [...new Set(there)].sort());
});

test('its command plays a batch of each game with the digest of the program', () => {
    for (const game of games) {
        const options = ['--game', game, '--games', '300', '--seed', '7'];
        const { status, stdout, stderr } = ninefold('run', ...options, '--json');
        assert.equal(status, 0, stderr);
        const found = JSON.parse(stdout), wanted = JSON.parse(native('run', '--quiet', ...options, '--json', '-'));
        for (const key of ['game', 'digest', 'turns', 'seats']) assert.deepEqual(found[key], wanted[key], key);
    }
});

test('npx of the tarball plays a batch, and checks a transcript', () => {
    const [digest] = npx('run', '--games', '10').stdout.match(/^digest .*$/m);
    assert.ok(native('run', '--quiet', '--games', '10').includes(digest));
    fs.writeFileSync(path.join(project, 'instance'), native('gen'));
    assert.equal(npx('check', 'instance', 'instance').status, 1);
});

test('its command checks a transcript, and ends with the exit code of the program', () => {
    for (const game of games) {
        const instance = path.join(project, 'instance'), right = path.join(project, 'right'), wrong = path.join(project, 'wrong');
        fs.writeFileSync(instance, native('gen', '--game', game, '--index', '3'));
        fs.writeFileSync(right, native('play', '--game', game, instance));
        fs.writeFileSync(wrong, `mine\n${fs.readFileSync(right, 'utf8')}`);
        assert.equal(ninefold('check', '--game', game, instance, right).status, 0);
        const { status, stdout } = ninefold('check', '--game', game, instance, wrong);
        const { status: wanted, stdout: said } = spawnSync(process.env.NINEFOLD, ['check', '--game', game, instance, wrong], { encoding: 'utf8' });
        assert.equal(status, wanted);
        assert.ok(said.includes(stdout.trim().split('\n').at(-1).trim()), stdout);
    }
});

test('its command refuses what it cannot do', () => {
    for (const [code, message, ...args] of [
        [2, /^usage: /], [2, /^usage: /, 'sing'], [2, /^usage: /, 'check', 'one'], [2, /--none/, 'run', '--none'],
        [3, /players: expected /, 'run', '--players', 'two'], [3, /games: expected /, 'run', '--games', '0'],
        [3, /no-file/, 'check', 'no-file', 'no-file']]) {
        const { status, stderr } = ninefold(...args);
        assert.equal(status, code, args.join(' '));
        assert.match(stderr, message);
    }
});
