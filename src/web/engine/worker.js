// The worker: answers questions, and plays runs in steps between which it can be stopped. Behind
// core.js; the build defines PACKED, engine.wasm with gzip in base64.
'use strict';

const opened = (async () => {
    const bytes = Uint8Array.from(atob(PACKED), letter => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return openCore(await new Response(unpacked).arrayBuffer());
})();

// Milliseconds of a step, and from one report to the next; and of a step of a tournament, which has to
// prepare every table.
const STEP = 100, SHOWN = 250, LONG_STEP = 1000;
let running = false, stopped = false;

// Lets messages in.
const pause = () => new Promise(resolve => setTimeout(resolve));

// Plays `count` games of what is opened, or as many as there are in about so many `seconds`.
async function run(ask, { count, seconds: wanted = Infinity, ...opened }, show) {
    if (running) throw new Error('a run is going on');
    let step = 64, seconds = 0, next = performance.now() + SHOWN, state = ask('open', opened);
    count ??= state.left; // so a tournament, whose games are what it is opened with
    running = true;
    stopped = false;
    try {
        do {
            const start = performance.now(), before = state.games;
            state = ask('run', { games: String(Math.min(step, count - before)) });
            const took = performance.now() - start;
            seconds += took / 1000;
            step = opened.strategies ? took < LONG_STEP ? 2 * step : step
                : Math.max(1, Math.round(Math.min(step * 4, (state.games - before) * STEP / Math.max(took, 0.1))));
            if (performance.now() >= next) {
                const asked = performance.now();
                show({ ...state, seconds, html: report(ask) });
                const drawn = performance.now();
                next = drawn + Math.max(SHOWN, 9 * (drawn - asked)); // games get most of the time
            }
            await pause();
        } while (state.games < count && seconds < wanted && !stopped);
        return { ...state, seconds, html: report(ask), stopped: stopped && state.games < count };
    } finally {
        running = false;
    }
}

// What the page of a run has in its body.
function report(ask) {
    const { text: html } = ask('report', { form: 'html' });
    return html.slice(html.indexOf('<body>') + '<body>'.length, html.lastIndexOf('</body>'));
}

const questions = {
    run,
    stop() { stopped = true; },
};

onmessage = async ({ data: { id, name, question } }) => {
    try {
        const ask = await opened;
        const show = progress => postMessage({ id, progress });
        const answer = questions[name] ? await questions[name](ask, question, show) : ask(name, question);
        postMessage({ id, answer });
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
