/** Reads a file in parts, as several workers do; for tests. */
import type { Format, Options } from '../contract.ts';
import { type Column, tables } from '../tables.ts';
import { countLines } from './lines.ts';
import { type RecordedEvent, readAll } from './recorder.ts';

/**
 * The rows of parts that begin at `starts`, joined as an import does: with absolute times and places in the
 * file.
 */
export function rowsOfParts(
  format: Format,
  bytes: Uint8Array,
  starts: readonly number[],
  options: Partial<Options>,
): string {
  const head = bytes.subarray(0, 64 << 10);
  const rows: unknown[] = [];
  const problems: { readonly code: string }[] = [];
  let ledger = 0;
  [0, ...starts].forEach((offset, index) => {
    const part = bytes.subarray(offset, starts[index] ?? bytes.length);
    const recorder = readAll(format, part, { ...options, head, offset });
    const lines = countLines(bytes.subarray(0, offset));
    const zero = recorder.lastClock?.zero ?? 0n;
    const absolute = (ts: number | null) => (ts === null ? null : String(zero + BigInt(ts)));
    const place = ({ line, offset: at }: { line: number; offset: number }) => ({
      line: line + lines,
      offset: at + offset,
    });
    rows.push(...recorder.samples.map(row => ({ ...row, ts: absolute(row.ts) })));
    rows.push(
      ...recorder.events.map((row: RecordedEvent) => ({ ...row, ...place(row), ts: absolute(row.ts) })),
    );
    rows.push(...recorder.metrics.map(row => ({ ...row, ts: absolute(row.ts) })));
    const toFile: Readonly<Record<string, (value: number) => unknown>> = {
      time: absolute,
      line: value => value + lines,
      offset: value => value + offset,
    };
    for (const [table, others] of recorder.rows)
      for (const row of others)
        rows.push([
          table,
          Object.entries<Column>(tables[table].columns).map(([name, { type }]) => {
            const value = row[name];
            return typeof value === 'number' ? (toFile[type]?.(value) ?? value) : value;
          }),
        ]);
    // Each part may report the same notice once, a whole file only once.
    const warnings = recorder.problems.filter(({ severity }) => severity !== 'notice');
    problems.push(...warnings.map(problem => ({ ...problem, ...place(problem) })));
    ledger += recorder.counts.used + recorder.counts.blank + recorder.counts.skipped;
  });
  // Samples and events of a part are written one table after the other; the order between the tables does not
  // matter.
  const sorted = rows.map(row => json(row)).sort();
  // The workspace keeps problems by code. A line may be reported as invalid text before the record that it ends.
  problems.sort((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));
  return json({ sorted, problems, ledger });
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
