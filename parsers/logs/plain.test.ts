/** Lines that any program may write must not be attributed to a product. */
import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';

const seconds = (at: number) => String(10 + at).padStart(2, '0');

const times: Readonly<Record<string, (at: number) => string>> = {
  iso: at => `2026-11-21T04:00:${seconds(at)}`,
  'iso UTC': at => `2026-11-21T04:00:${seconds(at)}Z`,
  'iso ms': at => `2026-11-21T04:00:${seconds(at)}.${100 + at}Z`,
  'iso offset': at => `2026-11-21T04:00:${seconds(at)}.123456+01:00`,
  blank: at => `2026-11-21 04:00:${seconds(at)}`,
  'blank ms': at => `2026-11-21 04:00:${seconds(at)}.${100 + at}`,
  comma: at => `2026-11-21 04:00:${seconds(at)},${100 + at}`,
  zone: at => `2026-11-21 04:00:${seconds(at)}.${100 + at} UTC`,
  slashes: at => `2026/11/21 04:00:${seconds(at)}`,
  points: at => `2026.11.21 04:00:${seconds(at)}.123456`,
  short: at => `261121 0400${seconds(at)}`,
  'short slashes': at => `26/11/21 04:00:${seconds(at)}`,
  asctime: at => `Sat Nov 21 04:00:${seconds(at)} 2026`,
  'month name': at => `21-Nov-2026 04:00:${seconds(at)}.${100 + at}`,
  epoch: at => `${1795233600 + at}.123`,
  clock: at => `04:00:${seconds(at)}.123`,
  compact: at => `20261121-4:0:${10 + at}:123`,
};

const words = ['starting up', 'request took 12 ms', 'cannot connect to 10.0.0.1', 'user logged in'];
const LEVELS = ['INFO', 'WARN', 'ERROR', 'INFO'];

const lines: readonly ((time: string, LEVEL: string, message: string) => string)[] = [
  (t, _, m) => `${t} ${m}`,
  (t, _, m) => `[${t}] ${m}`,
  (t, L, m) => `${t} ${L} ${m}`,
  (t, L, m) => `${t} ${L.toLowerCase()} ${m}`,
  (t, L, m) => `${t} ${L}: ${m}`,
  (t, L, m) => `${t} ${L.toLowerCase()}: ${m}`,
  (t, L, m) => `${t} [${L}] ${m}`,
  (t, L, m) => `${t} [${L.toLowerCase()}] ${m}`,
  (t, L, m) => `${t} - ${L} - ${m}`,
  (t, L, m) => `${t}, ${L} ${m}`,
  (t, L, m) => `${t} | ${L} | ${m}`,
  (t, L, m) => `${t} ${L.slice(0, 1)} ${m}`,
  (t, L, m) => `${t}\t${L}\tworker\t${m}`,
  (t, L, m) => `[${t}] ${L} ${m}`,
  (t, L, m) => `[${t}] [${L}] ${m}`,
  (t, L, m) => `${L} ${t} ${m}`,
  (t, L, m) => `[${L}] ${t} ${m}`,
  (t, L, m) => `${t} ${L} worker: ${m}`,
  (t, L, m) => `${t} ${L} app.worker: ${m}`,
  (t, L, m) => `${t} ${L.toLowerCase()} worker[4711]: ${m}`,
  (t, L, m) => `${t} ${L.toLowerCase()} worker[4711] ${m}`,
  (t, L, m) => `${t} 4711 ${L} ${m}`,
  (t, L, m) => `${t} 4711 ${L} app.worker: ${m}`,
  (t, L, m) => `${t} [4711] ${L} ${m}`,
  (t, _, m) => `${t} [4711] ${m}`,
  (t, _, m) => `${t} [worker-1] ${m}`,
  (t, L, m) => `${t} [worker-1] ${L} ${m}`,
  (t, L, m) => `${t} - ${L} [worker-1] - ${m}`,
  (t, L, m) => `${t} 17 [${L.toLowerCase()}] ${m}`,
  (t, _, m) => `${t}|worker|4711|${m}`,
  (t, _, m) => `${t} worker: ${m}`,
  (t, L, m) => `${t} ${L} took=12 path=/x ${m}`,
];

const formats = logFormatsOf(definitions);

describe('plain lines', () => {
  it.each(Object.entries(times))('with a time such as %s are lines with a time', (_, timeAt) => {
    for (const line of lines) {
      const rows = Array.from({ length: 24 }, (_row, at) =>
        line(timeAt(at), LEVELS[at % 4] as string, words[at % 4] as string),
      );
      const head = ascii(`${rows.join('\n')}\n`);
      const named = formats.filter(({ sniff }) => sniff(head, 'app.log') !== 'no').map(({ id }) => id);
      expect(
        named.filter(id => id !== 'timed-lines'),
        rows[0],
      ).toEqual([]);
    }
  });
});
