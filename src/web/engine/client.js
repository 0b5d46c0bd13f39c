// What pages and programs call: an engine is a worker of its own, and each method a question to it.
// They return promises, which reject with an Error that has the message of the library. For the page
// the build defines NINEFOLD_WORKER, the source of the worker; src/web/npm brings workers of its own.
'use strict';

class NinefoldEngine {
    #worker;
    #waiting = new Map();
    #last = 0;

    constructor(worker = new Worker(URL.createObjectURL(new Blob([NINEFOLD_WORKER], { type: 'text/javascript' })))) {
        this.#worker = worker;
        this.#worker.onmessage = ({ data }) => this.#take(data);
        this.#worker.onerror = event => this.#fail(event.message || 'the worker does not start');
    }

    #take({ id, answer, progress, error }) {
        const { resolve, reject, onProgress } = this.#waiting.get(id);
        if (progress) return onProgress?.(progress);
        this.#waiting.delete(id);
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
    }

    #fail(message) {
        for (const { reject } of this.#waiting.values()) reject(new Error(message));
        this.#waiting.clear();
    }

    #ask(name, question = {}, onProgress) {
        const id = ++this.#last;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, onProgress });
            this.#worker.postMessage({ id, name, question });
        });
    }

    // {game, players, rounds, deck, profile, weights, strategy, seed, first, detail, paired}: what is
    // not given has its default. Numbers beyond 2^53 are given as strings.
    static #parameters(given = {}) {
        const found = Object.fromEntries(
            Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ''));
        for (const name of ['seed', 'first']) if (name in found) found[name] = String(found[name]);
        for (const name of ['players', 'rounds', 'deck']) if (name in found) found[name] = Number(found[name]);
        return found;
    }

    static #goal(count) { return count?.seconds > 0 ? { seconds: count.seconds } : { count: Number(count) }; }

    // {version, games: [{name, title, event, players, rounds, deck, profiles, strategies, has, help}]}
    catalogue() { return this.#ask('catalogue'); }

    // 'en' or 'zh': reports, explanations and messages from now on. {known}
    language(name) { return this.#ask('language', { name }); }

    // Plays `count` games, a number, or as many as come to {seconds}. `onProgress` gets {games, turns,
    // digest, command, seconds, html} some times a second, html being what the page of `ninefold run --html`
    // has in its body; so does the promise at the end, with `stopped`.
    run(parameters, count, onProgress) {
        return this.#ask('run', { parameters: NinefoldEngine.#parameters(parameters), ...NinefoldEngine.#goal(count) }, onProgress);
    }

    // The same with two settings, and how the second differs from the first at each seat: what
    // `ninefold stats --compare` tells. There are otherDigest and otherCommand as well.
    compare(parameters, other, count, onProgress, names = ['first', 'second']) {
        const [mine, its] = [parameters, other].map(NinefoldEngine.#parameters);
        return this.#ask('run', { parameters: mine, other: its, names, ...NinefoldEngine.#goal(count) }, onProgress);
    }

    // Plays strategies, a list of names, off against each other: `count` games per pairing, with as
    // many at each seat. What `ninefold tournament` tells; there are no turns and no digest.
    tournament(parameters, strategies, count, onProgress) {
        const games = String(Number(count));
        return this.#ask('run', { parameters: NinefoldEngine.#parameters(parameters), strategies, games }, onProgress);
    }

    // Ends the run after its step.
    stop() { return this.#ask('stop'); }

    // The statistics of the last run as 'table', 'json', 'markdown' or 'html'.
    async report(form = 'table') { return (await this.#ask('report', { form })).text; }

    // Game `index`: {instance, transcript}.
    deal(parameters, index) {
        return this.#ask('deal', { parameters: NinefoldEngine.#parameters(parameters), index: String(index) });
    }

    // The page of `ninefold explain --html`, as text. `transcript` may be left out.
    async page(game, instance, transcript, { strict = false } = {}) {
        return (await this.#ask('page', { game, instance, transcript, strict })).html;
    }

    // {right, line, kind, why}; of a transcript that is right `kind` and `why` are on white space that differs.
    check(game, instance, transcript, { strict = false } = {}) {
        return this.#ask('check', { game, instance, transcript, strict });
    }

    async play(game, instance) { return (await this.#ask('play', { game, instance })).transcript; }

    async verify(game, instance) { return (await this.#ask('verify', { game, instance })).report; }

    // The mistake of a program that the reader runs: `told` are cases, each {instance, output}, and what
    // the program printed. {verdict, wrong, next, left, unclear, why}: `next` is the small case to ask
    // about, null: none tells the mistakes that are `left` apart; case `wrong` is the smallest that the
    // program gets wrong, -1: none; an output that is `unclear`, and `why`, is none of such a program.
    // `number` is how many cases were asked about before.
    name(game, told, number = told.length) { return this.#ask('name', { game, told, number }); }

    // Case `number` of those that somebody takes away in a folder: {instance, cases, seconds, known}, where
    // `cases` is how many there are and `seconds` the limit of a judge. They are asked for in order, each
    // with what was `known` by the one before.
    case(game, number, known = []) { return this.#ask('case', { game, number, known }); }

    // Who may have written a program: of those `left` by its cases before, or of all, or of all `pairs` of
    // mistakes, those who print this output; `cases` is how many were told, with this one. {left, verdict}
    narrow(game, instance, output, cases, { left, pairs = false } = {}) {
        return this.#ask('narrow', { game, instance, output, cases, left, pairs });
    }

    // Checks that an input is exactly what a form describes, in the language of checktestdata; rejects with
    // the place in the input ('input:2:3: found ...') or, of a form that is none, in it ('form:1:7: ...').
    async checkInput(form, input) { await this.#ask('fits', { form, input }); }

    // Case `index` of `seed`, a valid input: of 1,000 the first ones are the smallest, the last ones the largest.
    async makeInput(form, seed, index) {
        return (await this.#ask('make', { form, seed: String(seed), index: String(index) })).input;
    }

    // Ends the worker.
    close() {
        this.#worker.terminate();
        this.#fail('the engine was closed');
    }
}
