// The WebAssembly of engine.c, and asking it. For the worker, and for building under node.
'use strict';

// `bytes`: those of engine.wasm. Returns a function that asks: ask('verify', {instance}) returns the
// answer or throws the message of the library.
async function openCore(bytes) {
    const module = await WebAssembly.compile(bytes);
    const ENOSYS = 52;
    let exports, said = '';
    const heap = () => new DataView(exports.memory.buffer);
    const text = (at, end) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, end - at));
    const provided = {
        clock_time_get(clock, precision, to) {
            heap().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        // What the library says before it aborts.
        fd_write(file, pieces, count, to) {
            let size = 0;
            for (let i = 0; i < count; i++) {
                const at = heap().getUint32(pieces + 8 * i, true), length = heap().getUint32(pieces + 8 * i + 4, true);
                said += text(at, at + length);
                size += length;
            }
            heap().setUint32(to, size, true);
            return 0;
        },
        proc_exit() { throw new Error(`bug in ninefold: ${said}`); },
        emscripten_notify_memory_growth() { },
    };
    // There are no files: every other call of the system fails, by its own convention.
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = provided[name] ?? (() => from === 'env' ? -ENOSYS : ENOSYS);
    exports = (await WebAssembly.instantiate(module, imports)).exports;
    exports._initialize();

    // Half a surrogate pair, which a page can hold, is no UTF-8.
    const sound = (key, value) => typeof value === 'string' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(value)) : value;

    return (name, question) => {
        const asked = new TextEncoder().encode(JSON.stringify({ ...question, ask: name }, sound));
        const room = exports.nf_web_room(asked.length);
        if (room === 0) throw new Error('out of memory');
        new Uint8Array(exports.memory.buffer).set(asked, room);
        const at = exports.nf_web_ask(room, asked.length);
        exports.nf_web_forget(room);
        if (at === 0) throw new Error('out of memory');
        const answer = JSON.parse(text(at, new Uint8Array(exports.memory.buffer).indexOf(0, at)));
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer;
    };
}
