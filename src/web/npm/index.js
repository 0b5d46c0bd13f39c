// For browsers: the engine in a worker, which is the file beside this one.
import { NinefoldEngine as Engine } from './client.js';

export class NinefoldEngine extends Engine {
    constructor(worker = new Worker(new URL('./worker.js', import.meta.url))) {
        super(worker);
    }
}
