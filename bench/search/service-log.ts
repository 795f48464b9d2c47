/** A service's log whose messages hardly repeat, the same bytes every time. */
import { closeSync, openSync, writeSync } from 'node:fs';

const levels = ['INFO ', 'INFO ', 'WARN ', 'ERROR'];
const messages = [
  'connection received',
  'checkpoint starting: time',
  'duration',
  'LOG: process acquired ShareLock on relation',
  'deadlock detected',
  'SELECT abalance FROM pgbench_accounts WHERE Aid',
  'UPDATE pgbench_branches SET bbalance',
];
const begin = Date.UTC(2024, 4, 1, 10);
const flushSize = 1 << 20;

let state = 0x2545f491;
function below(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

export function writeServiceLog(path: string, lines: number): void {
  state = 0x2545f491;
  const file = openSync(path, 'w');
  let text = '';
  let time = begin;
  let second = '';
  for (let line = 0; line < lines; line++) {
    const before = Math.floor(time / 1000);
    time += below(20);
    if (second === '' || Math.floor(time / 1000) !== before)
      second = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
    const session = below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
    text += `${second},${String(time % 1000).padStart(3, '0')} ${levels[below(4)]} [worker-${below(8)}] com.acme.svc${below(20)}: ${messages[below(7)]} ${below(1e6)} in ${below(900)}.${String(below(1000)).padStart(3, '0')} ms for client 10.${below(256)}.${below(256)}.${below(256)} session ${session}\n`;
    if (text.length >= flushSize) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}
