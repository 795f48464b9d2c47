/** CPU utilisation over time, from the most exact source available. */

import type { Ask, Note, Scope } from '../../contract.ts';
import { captureFacts } from '../../kit/catalog.ts';
import type { Span } from '../../time/span.ts';

export interface Busy {
  readonly cells: readonly BusyCell[];
  readonly span: Span;
  /** One per CPU and capture. */
  readonly rows: readonly CpuRow[];
  readonly notes: readonly Note[];
}

export interface BusyCell {
  readonly row: number;
  readonly bucket: number;
  /** Percent. */
  readonly busy: number;
}

export interface CpuRow {
  readonly text: string;
  /** Number of the CPU; NaN if its name is not a number. */
  readonly cpu: number;
  readonly capture: number;
}

/** @param spanOf makes time buckets, each at least `minWidth` ns wide */
export type Source = (ask: Ask, scope: Scope, spanOf: (minWidth: bigint) => Promise<Span>) => Promise<Busy>;

/** Collects rows of CPUs, and returns them in the order of their numbers. CPUs of different captures stay separate. */
export class CpuRows {
  private readonly rows = new Map<string, { readonly name: string; readonly capture: number }>();
  private readonly cells: { key: string; bucket: number; busy: number }[] = [];

  add(capture: number, name: string, bucket: number, busy: number): void {
    const key = `${capture} ${name}`;
    if (!this.rows.has(key)) this.rows.set(key, { name, capture });
    this.cells.push({ key, bucket, busy });
  }

  async done(ask: Ask, span: Span, notes: readonly Note[]): Promise<Busy> {
    const captures = new Map((await captureFacts(ask)).map(({ id, name }) => [id, name]));
    const hasSeveral = new Set([...this.rows.values()].map(({ capture }) => capture)).size > 1;
    const sorted = [...this.rows].sort(
      ([, a], [, b]) =>
        a.capture - b.capture || Number(a.name) - Number(b.name) || (a.name < b.name ? -1 : 1),
    );
    const at = new Map(sorted.map(([key], row) => [key, row]));
    return {
      cells: this.cells
        .filter(({ bucket }) => bucket >= 0 && bucket < span.buckets)
        .map(({ key, bucket, busy }) => ({ row: at.get(key)!, bucket, busy })),
      span,
      rows: sorted.map(([, { name, capture }]) => ({
        text: `CPU ${name}${hasSeveral ? ` · ${captures.get(capture)}` : ''}`,
        cpu: /^\d+$/.test(name) ? Number(name) : Number.NaN,
        capture,
      })),
      notes,
    };
  }
}

/** The CPUs that appear in a table, by capture, including those without a row in scope. */
export function cpusOf(
  ask: Ask,
  table: 'state' | 'sample',
  { cpus }: Scope,
): Promise<ReadonlyMap<number, readonly number[]>> {
  return ask.memo(`CPUs of ${table} ${cpus?.join(',') ?? ''}`, async () => {
    const result = await ask.query.columns(
      `SELECT DISTINCT capture::INTEGER AS capture, cpu::INTEGER AS cpu FROM ${table} WHERE cpu IS NOT NULL ORDER BY 1, 2`,
      [],
      ask.cancel,
    );
    const value = new Map<number, number[]>();
    result.ints('capture').forEach((capture, row) => {
      const cpu = result.ints('cpu')[row]!;
      if (cpus?.length && !cpus.includes(cpu)) return;
      value.set(capture, [...(value.get(capture) ?? []), cpu]);
    });
    return { value, bytes: 20 * result.length };
  });
}
