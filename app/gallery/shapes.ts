/** Fixed data for each shape. */
import type { Shape } from '../../analyzers/contract.ts';
import { type Fixed, fixed, type Row } from './fixed.ts';

/** Epoch ns: 2024-03-10 06:59:30 UTC, half a minute before clocks in New York are put forward. */
const start = 1_710_053_970_000_000_000n;
const second = 1_000_000_000;
const at = (seconds: number): bigint => start + BigInt(Math.round(seconds * second));

/** Pseudo-random numbers from 0 to 1, the same in every run. */
const wave = (i: number, phase = 0): number =>
  (Math.sin(i * 0.37 + phase) + Math.sin(i * 0.11 + 2 * phase) + 2) / 4;
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

const names = [
  'main',
  'std::vector<std::map<std::string, std::function<int (int, int)>>, std::allocator<std::map<std::string, std::function<int (int, int)>>>>::operator[]',
  '[unknown]',
  '<img src=x onerror=alert(1)>',
  '読み込み',
  'a\u202Eb\u0000c',
  'do_syscall_64',
];
export const processes = ['postgres', 'web', 'database'];
export const modules = [
  '/usr/lib/postgresql/16/bin/postgres',
  '[kernel.kallsyms]',
  '/opt/a folder/lib<b>.so',
];
/** Every fourth value is unknown. */
const moduleOf = (i: number): string | null => modules[i % 4] ?? null;

const functions: readonly Row[] = range(200).map(i => {
  const self = Math.round(wave(i) * 400);
  return {
    function: names[i] ?? `function_${i}`,
    module: moduleOf(i),
    self,
    total: self + 7 * i,
    self_percent: self / 400,
    total_percent: (self + 7 * i) / 40,
  };
});

/** A tree in depth-first order, as [depth, function, self]. */
const calls: readonly (readonly [depth: number, name: string, self: number])[] = [
  [0, 'main', 4],
  [1, 'parse', 20],
  [2, names[1]!, 60],
  [2, names[3]!, 5],
  [1, 'execute', 0],
  [2, 'scan', 130],
  [3, 'read', 12],
  [4, 'do_syscall_64', 80],
  [2, 'sort', 41],
  [0, '[unknown]', 9],
];

function tree(): readonly Row[] {
  const above: number[] = [];
  return calls.map(([depth, name, self], i) => {
    above[depth] = i;
    const under = calls.slice(i + 1);
    const end = under.findIndex(([below]) => below <= depth);
    const total =
      self + under.slice(0, end < 0 ? under.length : end).reduce((sum, [, , each]) => sum + each, 0);
    return {
      id: i,
      node: i + 1,
      parent: depth === 0 ? null : above[depth - 1]!,
      depth,
      function: name,
      module: moduleOf(i),
      type: 'function',
      self,
      total,
      rest: 0,
      percent: (total / samples) * 100,
    };
  });
}

const samples = calls.reduce((sum, [, , self]) => sum + self, 0);
const whole = { amount: samples, unit: 'samples' };
const without = (rows: readonly Row[], ...columns: readonly string[]): readonly Row[] =>
  rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name))));

const levels = range(60).flatMap(i =>
  ['info', 'warning', 'error'].map((level, k) => ({
    time: at(i),
    level,
    count: Math.round(wave(i, k) * (120 / (1 + 4 * k))),
  })),
);

/** A series with a gap in which nothing was measured. */
const tracks = range(2).flatMap(track =>
  range(120).flatMap(i =>
    ['cpu0', 'cpu1'].map((key, k) => {
      const value = i > 60 && i < 75 ? null : wave(i, track + k) * (track === 0 ? 100 : 4e6);
      return {
        track: track === 0 ? 'cpu/%usr' : 'disk/wkB',
        key,
        time: at(i),
        value,
        min: value,
        max: value,
        unit: track === 0 ? '%' : 'kB/s',
      };
    }),
  ),
);

const heat = range(40).flatMap(column =>
  range(20).flatMap(row => {
    const value = Math.round(wave(column * 3 + row, row / 7) ** 4 * 60);
    return value === 0 ? [] : [{ time: at(column), offset: (row * second) / 20, value }];
  }),
);

const histograms = ['read latency', 'write latency'].flatMap((histogram, k) =>
  range(12).map(i => ({
    histogram,
    capture: 1,
    time: at(0),
    low: 2 ** i,
    high: 2 ** (i + 1),
    unit: 'µs',
    count: Math.round(1000 * Math.exp(-((i - 4 - 3 * k) ** 2) / 4)),
    percent: null,
  })),
);

/** CPU 2 has no measurements in the middle. */
const cells = range(4).flatMap(row =>
  range(60).flatMap(column =>
    row === 2 && column > 20 && column < 30
      ? []
      : [{ time: at(column), row, cpu: row, capture: 1, value: wave(column, row) * 100 }],
  ),
);

const boxes: readonly Row[] = range(2).flatMap(thread =>
  range(24).map(i => ({
    band: `postgres ${100 + thread}`,
    depth: i % 4,
    function: names[(i + thread) % names.length]!,
    module: moduleOf(i),
    slice: null,
    time: at(Math.floor(i / 4) * 2 + (i % 4) * 0.1),
    duration: (1.8 - (i % 4) * 0.3) * second,
    covered: 100 - 12 * (i % 4),
    count: 30,
    process: 'postgres',
    tid: 100 + thread,
    capture: 1,
  })),
);

const parts: readonly Row[] = [
  ['GET /orders', 0, 0, 900, null],
  ['authenticate', 1, 20, 90, null],
  [
    'SELECT … FROM orders WHERE customer = $1 AND state IN (…) ORDER BY placed DESC LIMIT 100',
    1,
    120,
    610,
    null,
  ],
  ['<b>render</b>', 1, 740, 130, 'a template is missing'],
  ['cache', 2, 760, null, null],
].map(([name, depth, offset, duration, error], i) => ({
  name: name as string,
  depth: depth as number,
  offset: (offset as number) * 1e6,
  duration: duration === null ? null : (duration as number) * 1e6,
  error: error as string | null,
  process: i < 2 ? 'web' : 'database',
  time: at((offset as number) / 1000),
  capture: 1,
  line: i + 1,
}));

const points = range(300).map(i => ({
  x: wave(i) * 100,
  y: (wave(i) ** 2 + wave(i, 3) / 5) * 1000,
  count: 1,
  time: at(i),
}));

/** Fixed data for every shape. */
export const exhibits: Readonly<Record<Shape, Fixed>> = {
  table: fixed('functions', functions, { whole }),
  tree: fixed('call-tree', without(tree(), 'rest'), { whole }),
  series: fixed('levels', levels),
  tracks: fixed('metric-tracks', tracks),
  flame: fixed('flame', without(tree(), 'id'), { whole }),
  heat: fixed('heat', heat, {
    whole,
    grid: {
      from: start,
      width: BigInt(second),
      columns: 40,
      edges: range(21).map(row => (row * second) / 20),
    },
  }),
  histogram: fixed('histograms', histograms),
  cells: fixed('cpu-heat', cells, {
    grid: {
      from: start,
      width: BigInt(second),
      columns: 60,
      edges: range(5),
      names: range(4).map(cpu => `CPU ${cpu}`),
    },
  }),
  'flame-chart': fixed('flame-chart', boxes),
  waterfall: fixed('waterfall', parts),
  scatter: fixed('scatter', points),
  bars: fixed(
    'sql',
    range(14).map(i => ({
      name: names[i] ?? `function_${i}`,
      bytes: i === 3 ? null : Math.round(wave(i) * 1e6),
    })),
    {},
    [
      { name: 'name', kind: 'code', about: 'What is counted.' },
      { name: 'bytes', kind: 'integer', unit: 'B', about: 'How many.' },
    ],
  ),
};
