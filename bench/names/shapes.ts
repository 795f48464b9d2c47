/**
 * Captures with very many names, in ten shapes. Each has as many bytes and records whatever the number of names, so that
 * the memory of many can be compared with that of few.
 */
import { tarOf } from '../../workspace/files/archives/archives.testing.ts';

export interface Shape {
  /** The thing there are many of. */
  readonly of: string;
  /** Ending of the file's name. */
  readonly ending: string;
  /** The numbers of names compared. */
  readonly few: number;
  readonly many: number;
  /** The capture's pieces, with as many names as it is given. */
  readonly pieces: (names: number) => Iterable<string | Uint8Array>;
}

/** Writes the record of a name; `row` counts the records. */
type Record = (name: number, row: number) => string;

const start = Date.UTC(2026, 0, 2, 3);
const number = (n: number, digits = 7) => String(n).padStart(digits, '0');
const iso = (row: number) => new Date(start + row * 10).toISOString();

/** The number in letters, for texts in which numbers count as what varies. */
const letters = (n: number) => number(n).replace(/\d/g, digit => 'abcdefghij'[Number(digit)] as string);

function shape(of: string, ending: string, many: number, record: Record, head = '', tail = ''): Shape {
  function* pieces(names: number) {
    yield head;
    for (let row = 0; row < many; ) {
      let text = '';
      for (const end = Math.min(many, row + 10_000); row < end; row++) text += record(row % names, row);
      yield text;
    }
    yield tail;
  }
  return { of, ending, few: 500, many, pieces };
}

/** `ids` gives the process and the thread. */
const slices = (of: string, ids: (name: string) => { pid: string; tid: string }): Shape =>
  shape(
    of,
    'json',
    300_000,
    (n, row) => {
      const { pid, tid } = ids(number(n));
      return `{"name":"work","ph":"X","ts":${number(row * 10)},"dur":5,"pid":${pid},"tid":${tid}},\n`;
    },
    '{"traceEvents":[\n',
    '{"name":"end","ph":"X","ts":1,"dur":1,"pid":10,"tid":10}]}\n',
  );

/** `event` is what follows the time. */
const perfScript = (of: string, many: number, event: (name: string) => string): Shape =>
  shape(of, 'perf.txt', many, (n, row) => {
    const ts = `${1000 + Math.floor(row / 1000)}.${number(row % 1000, 3)}000`;
    return `app 100/100 [000] ${ts}: ${event(number(n))}\n`;
  });

const samples = (of: string, frame: (name: string) => string): Shape =>
  perfScript(of, 400_000, name => `1 cycles:\n\t 40${name} ${frame(name)}\n`);

const linesOfMember = 100;

function* archive(names: number) {
  const { many } = members;
  const lines = (many / names) * linesOfMember;
  const job = (line: number) => `${iso(line)} INFO [main] job ${number(line)} done\n`;
  for (let n = 0; n < names; n++) {
    const content = Array.from({ length: lines }, (_, k) => job(n * lines + k)).join('');
    // Without the two empty blocks that end an archive.
    yield tarOf([{ name: `host${number(n)}.log`, content }]).subarray(0, -1024);
  }
  yield new Uint8Array(1024);
}

const members: Shape = { of: 'members of an archive', ending: 'tar', few: 20, many: 2000, pieces: archive };

export const shapes: readonly Shape[] = [
  shape(
    'hosts',
    'csv',
    1_000_000,
    (n, row) => `${iso(row)},host${number(n)},${row % 10}\n`,
    'time,host,cpu\n',
  ),
  shape(
    'series',
    'csv',
    300_000,
    (n, row) => `${iso(row)},host${number(n)},${row % 10},${row % 7},${row % 9},30.5\n`,
    'time,host,cpu,disk,net,temperature\n',
  ),
  slices('processes', name => ({ pid: `1${name}`, tid: `1${name}` })),
  slices('threads', name => ({ pid: '10000000', tid: `1${name}` })),
  perfScript('kinds', 1_000_000, name => `app:kind${name}: size=1 of=2`),
  shape(
    'fields',
    'jsonl',
    300_000,
    (n, row) => `{"time":"${iso(row)}","level":"info","msg":"done","field${number(n)}":${row % 10}}\n`,
  ),
  samples('functions', name => `function_${name}+0x1 (/usr/lib/libapp.so)`),
  samples('modules', name => `work+0x1 (/usr/lib/lib${name}.so)`),
  shape(
    'templates',
    'log',
    400_000,
    (n, row) => `${iso(row)} INFO [main] ${letters(n)} was done by ${letters(n + 1)}\n`,
  ),
  members,
];
