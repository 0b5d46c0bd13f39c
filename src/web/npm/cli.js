#!/usr/bin/env node
// What `npx ninefold` does: plays a batch of games, or checks a transcript. Exit codes are those of
// the program: 1 for a transcript that is wrong, 2 for a command line that is, 3 for input.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NinefoldEngine } from './node.js';

const usage = `usage: ninefold run [--games N] [--game GAME] [--players N] [--rounds N] [--deck N]
                    [--profile NAME] [--weights CARD=N,...] [--strategy NAME]
                    [--seed N] [--first N] [--detail] [--paired] [--json]
       ninefold check [--game GAME] [--strict] INSTANCE TRANSCRIPT`;

const texts = (...names) => Object.fromEntries(names.map(name => [name, { type: 'string' }]));
const flags = (...names) => Object.fromEntries(names.map(name => [name, { type: 'boolean' }]));

const commands = {
    run: {
        options: { ...texts('games', 'game', 'players', 'rounds', 'deck', 'profile', 'weights', 'strategy', 'seed', 'first'),
            ...flags('detail', 'paired', 'json') },
        operands: 0,
        async act(engine, { games = '20000', json, ...parameters }) {
            await engine.run({ seed: 1, ...parameters }, games); // the program's default
            process.stdout.write(await engine.report(json ? 'json' : 'table'));
        },
    },
    check: {
        options: { ...texts('game'), ...flags('strict') },
        operands: 2,
        async act(engine, { game, strict }, files) {
            const [instance, transcript] = files.map(file => readFileSync(file, 'utf8'));
            const found = await engine.check(game, instance, transcript, { strict });
            process.stdout.write(found.right ? `${files[1]}: right\n${found.why ?? ''}` : found.why);
            process.exitCode = found.right ? 0 : 1;
        },
    },
};

function fail(message, code) {
    console.error(message);
    process.exitCode = code;
}

async function main([name, ...args]) {
    if (name === '--help') return console.log(usage);
    if (!Object.hasOwn(commands, name ?? '')) return fail(usage, 2);
    const { options, operands, act } = commands[name];
    let given;
    try {
        given = parseArgs({ args, options, allowPositionals: true });
    } catch (error) {
        return fail(`ninefold ${name}: ${error.message}`, 2);
    }
    if (given.positionals.length !== operands) return fail(usage, 2);
    const engine = new NinefoldEngine();
    try {
        await act(engine, given.values, given.positionals);
    } catch (error) {
        fail(`ninefold ${name}: ${error.message}`, 3);
    } finally {
        engine.close();
    }
}

await main(process.argv.slice(2));
