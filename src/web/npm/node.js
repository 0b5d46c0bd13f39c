// For node: the engine in a thread, which is a worker to it.
import { Worker } from 'node:worker_threads';
import { NinefoldEngine as Engine } from './client.js';

function start() {
    const worker = new Worker(new URL('./node-worker.js', import.meta.url));
    worker.on('message', data => worker.onmessage({ data }));
    worker.on('error', error => worker.onerror(error));
    return worker;
}

export class NinefoldEngine extends Engine {
    constructor(worker = start()) {
        super(worker);
    }
}
