// A thread of node with what worker.js finds in a browser.
import { parentPort } from 'node:worker_threads';

globalThis.onmessage = null;
globalThis.postMessage = message => parentPort.postMessage(message);
await import('./worker.js');
parentPort.on('message', data => onmessage({ data }));
