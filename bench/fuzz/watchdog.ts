/** Ends the program if a read does not end, and writes its input to a file. */
import { Worker } from 'node:worker_threads';

/** Maximum processor time, s. Reading a megabyte or shrinking some KB takes less. */
const patience = 100;
const largest = 2 << 20;

/** Runs on its own thread, because the thread that reads is busy when a read does not end. */
const watch = `
const { workerData: { state, input, path, patience } } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
const busy = () => process.cpuUsage().user / 1e6;
let [last, since] = [-1, 0];
setInterval(() => {
  const [number, length] = [Atomics.load(state, 0), Atomics.load(state, 1)];
  if (number !== last) since = busy();
  last = number;
  if (busy() - since < patience) return;
  writeFileSync(path, input.slice(0, length));
  console.error('A read does not end: its input is ' + path);
  process.exit(1);
}, 1000);
`;

/** @returns a function to call with each input before it is read */
export function watchdog(path: string): (input: Uint8Array) => void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const input = new Uint8Array(new SharedArrayBuffer(largest));
  const worker = new Worker(watch, { eval: true, workerData: { state, input, path, patience } });
  worker.unref();
  return bytes => {
    const length = Math.min(bytes.length, largest);
    input.set(length < bytes.length ? bytes.subarray(0, length) : bytes);
    Atomics.store(state, 1, length);
    Atomics.add(state, 0, 1);
  };
}
