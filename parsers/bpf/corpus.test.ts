/**
 * All transcripts of bpftrace, bcc and perf-tools in the corpus: which format reads each, and that nothing is
 * lost.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import type { Sniff } from '../contract.ts';
import { formats } from '../formats.ts';
import { countLines } from '../kit/lines.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { bcc, bpftrace } from './format.ts';

const documentation = 'no outputs, only text about the tool';
const layout = 'its lines have a layout of their own, and no titles';

/** Transcripts that no tracer format reads, and why. */
const none: Readonly<Record<string, string>> = {
  inject: documentation,
  mptcpify: documentation,
  numasched: documentation,
  tplist: 'a list of probes, without values',
  ttysnoop: 'what somebody typed',
  criticalstat: layout,
  deadlock: layout,
  filegone: layout,
  sslsniff: layout,
  tcpsubnet: layout,
};

const rank: Readonly<Record<Sniff, number>> = { no: 0, maybe: 1, likely: 2, yes: 3 };

function recognised(bytes: Uint8Array, name: string) {
  const head = bytes.subarray(0, 64 << 10);
  let best: { readonly format: (typeof formats)[number]; readonly sure: number } | null = null;
  for (const format of formats) {
    const sure = rank[format.sniff(head, name)];
    if (sure > (best?.sure ?? 0)) best = { format, sure };
  }
  return best?.format ?? null;
}

const rowsOf = ({ events, samples, metrics, rows }: Recorder): number =>
  events.length + samples.length + metrics.length + (rows.get('histogram')?.length ?? 0);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Counts of all bars: `: 12  |***|` and `[1, 2)  12 |@@@|`, found without the reader. */
const drawn = (text: string): number =>
  sum(
    [...text.matchAll(/(?:^[ -.\d>]*: |^\[[^\n)\]]*[)\]] +)(\d+) +\|[*@#+ ]*\|$/gm)].map(([, count]) =>
      Number(count),
    ),
  );

const counted = ({ rows }: Recorder): number =>
  sum((rows.get('histogram') ?? []).map(({ count }) => Number(count)));

const folders = [
  'bpftrace/tools',
  'bcc/tools',
  'bcc/tools/lib',
  'bcc/tools/old',
  'bcc/libbpf-tools',
  'perf-tools/examples',
];
const isMissing = missing(corpus('bcc')) || missing(corpus('bpftrace'));
const files = isMissing
  ? []
  : folders.flatMap(folder =>
      readdirSync(corpus(folder))
        .filter(name => name.endsWith('_example.txt'))
        .map(name => `${folder}/${name}`),
    );

describe.skipIf(isMissing)('transcripts of tracers in the corpus', () => {
  it('are complete', () => expect(files).toHaveLength(171));

  it.each(files)('%s', async path => {
    const bytes = readFileSync(corpus(path));
    const tool = basename(path).replace('_example.txt', '');
    const format = await recognised(bytes, basename(path))?.load();
    if (Object.hasOwn(none, tool)) {
      expect(['bpftrace', 'bcc', 'ftrace'], none[tool]).not.toContain(format?.id);
      return;
    }
    expect(['bpftrace', 'bcc', 'ftrace']).toContain(format?.id);
    const recorder = readAll(format!, bytes);
    const { used, blank, skipped } = recorder.counts;
    expect(used + blank + skipped).toBe(countLines(bytes));
    expect(rowsOf(recorder)).toBeGreaterThan(0);
    expect(sum(recorder.problems.map(() => 1))).toBeGreaterThanOrEqual(skipped === 0 ? 0 : 1);
    if (format!.id !== 'ftrace') expect(counted(recorder)).toBe(drawn(bytes.toString('latin1')));
  });

  const read = (path: string, id: 'bcc' | 'bpftrace') =>
    readAll({ bcc, bpftrace }[id], readFileSync(corpus(path)));
  const text = (path: string) => readFileSync(corpus(path), 'utf8');

  it('have one disk request per row, and the sum of their bytes', () => {
    const rows = [
      ...text('bcc/tools/biosnoop_example.txt').matchAll(/^\d+\.\d+ +\S.* [RW] \d+ +(\d+) +[\d. ]+$/gm),
    ];
    const { events } = read('bcc/tools/biosnoop_example.txt', 'bcc');
    expect(events).toHaveLength(rows.length);
    expect(sum(events.map(({ fields }) => Number(fields.BYTES)))).toBe(
      sum(rows.map(([, bytes]) => Number(bytes))),
    );
  });

  it('have one sample per stack with a number', () => {
    const numbers = [...text('bcc/tools/wakeuptime_example.txt').matchAll(/^ {4,}(\d+)$/gm)].map(([, us]) =>
      Number(us),
    );
    const { samples } = read('bcc/tools/wakeuptime_example.txt', 'bcc');
    expect(samples).toHaveLength(numbers.length);
    expect(sum(samples.map(({ period }) => period! / 1000))).toBe(sum(numbers));
    const counts = [...text('bcc/tools/stackcount_example.txt').matchAll(/^ {4,}(\d+)$/gm)].map(([, n]) =>
      Number(n),
    );
    expect(sum(read('bcc/tools/stackcount_example.txt', 'bcc').samples.map(({ weight }) => weight))).toBe(
      sum(counts),
    );
  });

  it('have latencies of a heat map that add up', () => {
    const rows = [...text('heatmap/example-trace.txt').matchAll(/^(\d+) (\d+)$/gm)];
    const { events } = read('heatmap/example-trace.txt', 'bcc');
    expect(events).toHaveLength(rows.length);
    expect(sum(events.map(({ duration }) => duration! / 1000))).toBe(sum(rows.map(([, , us]) => Number(us))));
    expect(recognised(readFileSync(corpus('heatmap/example-trace.txt')), '')?.id).toBe('bcc');
  });

  it('have the values of maps', () => {
    const values = [...text('bpftrace/tools/syscount_example.txt').matchAll(/^@.*: (\d+)$/gm)].map(([, n]) =>
      Number(n),
    );
    const { metrics } = read('bpftrace/tools/syscount_example.txt', 'bpftrace');
    expect(metrics.map(({ value }) => value)).toEqual(values);
  });
});
