/** Rows as the recorder keeps them: with values in place of ids. */
import type { SeriesKey, Severity } from '../contract.ts';

export interface RecordedFrame {
  readonly symbol: string;
  readonly module: string;
  /** null if there is a symbol. */
  readonly address: bigint | null;
  readonly offset: bigint | null;
  readonly build?: string;
}

export interface RecordedThread {
  readonly process: string | null;
  readonly pid: number | null;
  readonly tid: number | null;
}

export interface RecordedSample {
  readonly ts: number | null;
  readonly cpu: number | null;
  readonly thread: RecordedThread | null;
  readonly kind: string;
  readonly weight: number;
  readonly period: number | null;
  /** Symbols from root to leaf joined by `;`. */
  readonly stack: string | null;
  /** The frames of `stack`, root first. */
  readonly frames: readonly RecordedFrame[];
}

export interface RecordedEvent {
  readonly ts: number | null;
  readonly duration: number | null;
  readonly kind: string;
  readonly thread: RecordedThread | null;
  readonly cpu: number | null;
  readonly level: string | null;
  readonly component: string | null;
  readonly template: string | null;
  readonly message: string | null;
  readonly fields: Readonly<Record<string, number | string | null>>;
  readonly stack: string | null;
  readonly frames: readonly RecordedFrame[];
  readonly line: number;
  readonly lines: number;
  readonly offset: number;
}

export interface RecordedMetric {
  readonly series: SeriesKey;
  readonly ts: number | null;
  readonly value: number;
  readonly row: number;
  readonly sinceBoot: boolean;
}

export interface RecordedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  readonly example: string | null;
}

export interface Ledger {
  used: number;
  blank: number;
  skipped: number;
}

/**
 * A row of a table that has no interface here: values by column name, with values in place of ids, and null where the
 * reader left one out.
 */
export type RecordedRow = Readonly<Record<string, unknown>>;

/** Values by id, and ids by key. */
export class Ids<T> {
  readonly values: T[] = [];
  private readonly ids = new Map<string, number>();

  constructor(private readonly name: string) {}

  intern(key: string, make: () => T): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.values.push(make()) - 1;
    this.ids.set(key, id);
    return id;
  }

  /** Adds a value without checking whether it is known. */
  add(value: T): number {
    return this.values.push(value) - 1;
  }

  get(id: number): T {
    const value = Number.isInteger(id) ? this.values[id] : undefined;
    if (value === undefined) throw new Error(`unknown ${this.name} ${id}`);
    return value;
  }

  getOrNull(id: number | undefined): T | null {
    return id === undefined || id === -1 ? null : this.get(id);
  }
}
