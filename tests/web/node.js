// Gives node what browsers have, so that engine.js of the web page can be tried without one:
// require('./node.js')('build/web/engine.js') returns NinefoldEngine.
'use strict';
const fs = require('fs'), vm = require('vm');
const threads = require('worker_threads');
const { resolveObjectURL } = require('buffer');

// A worker of the web over one of node.
class Worker {
    #waiting = [];

    constructor(address) {
        resolveObjectURL(address).text().then(source => {
            const head = `const { parentPort } = require('worker_threads');
                globalThis.postMessage = message => parentPort.postMessage(message);
                parentPort.on('message', data => onmessage({ data }));\n`;
            this.thread = new threads.Worker(head + source, { eval: true });
            this.thread.on('message', data => this.onmessage({ data }));
            this.thread.on('error', error => this.onerror(error));
            for (const message of this.#waiting) this.thread.postMessage(message);
            this.#waiting = null;
        });
    }

    postMessage(message) {
        if (this.#waiting) this.#waiting.push(message);
        else this.thread.postMessage(message);
    }

    terminate() { this.thread.terminate(); }
}

module.exports = file => {
    globalThis.Worker = Worker;
    return vm.runInThisContext(`${fs.readFileSync(file, 'utf8')}\nNinefoldEngine`);
};
