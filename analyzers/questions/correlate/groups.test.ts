import { expect, it } from 'vitest';
import type { Moving } from '../../movement/movement.ts';
import { randomly } from '../../movement/random.ts';
import { compressed, correlation, standardOf } from '../../movement/series-math.ts';
import { groupsOf } from './groups.ts';

const random = randomly(4);
const noise = (size: number) => size * (random() - 0.5);
const seconds = Array.from({ length: 120 }, (_, i) => i);
const isBusy = (i: number) => (i >= 30 && i < 45) || (i >= 80 && i < 92);

function signal(id: string, values: readonly number[]): Moving {
  const of = Float64Array.from(values);
  return {
    ...{ id, what: 'series', name: id, unit: null, perCount: null, shift: 0, fact: null, family: null },
    values: of,
    standard: standardOf(compressed(of))!,
  };
}

/** A process that runs, the queue that it makes, and the latency that the queue makes: each is closest to the one before it. */
const hog = seconds.map(i => (isBusy(i) ? 90 : 20) + noise(60));
const queue = hog.map(each => each / 15 + noise(3));
const latency = queue.map(each => 3 + 2 * each + noise(4));
/** Transactions of four clients a second. */
const throughput = latency.map(each => 4000 / each);
/** Signals in proportion to transactions, each measured by a tool with its own error. */
const perTransaction = (cost: number) => throughput.map(each => cost * each * (1 + noise(0.25)));
const signals = {
  latency: signal('latency', latency),
  throughput: signal('throughput', throughput),
  switches: signal('switches', perTransaction(3)),
  cpu: signal('cpu', perTransaction(0.05)),
  hog: signal('hog', hog),
  queue: signal('queue', queue),
};

/** By signal, the one that its row is of. */
function groupsWith(symptom: keyof typeof signals): Record<string, string> {
  const rows = Object.values(signals)
    .filter(({ id }) => id !== symptom)
    .map(each => ({ signal: each, ...correlation(each.standard, signals[symptom].standard, 5)! }))
    .sort((a, b) => Math.abs(b.r) - Math.abs(a.r));
  const groups = groupsOf(rows, signals[symptom]);
  return Object.fromEntries(rows.map(({ signal }, at) => [signal.id, rows[groups[at]!]!.signal.id]));
}

it('groups costs per transaction with throughput, and keeps signals that grow more than throughput separate', () => {
  expect(groupsWith('latency')).toEqual({
    ...{ throughput: 'throughput', switches: 'throughput', cpu: 'throughput' },
    ...{ hog: 'hog', queue: 'queue' },
  });
});

it('groups in the same way if the symptom is a loss of throughput', () => {
  const { latency: _, ...groups } = groupsWith('throughput');
  expect(new Set([groups.switches, groups.cpu]).size).toBe(1);
  expect([groups.hog, groups.queue]).toEqual(['hog', 'queue']);
});
