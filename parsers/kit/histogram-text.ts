/**
 * Histograms that tracers draw with characters, to buckets with exact bounds.
 *
 *     [512, 1K)             10 |@@@                          |     bpftrace: hist() and lhist(); K is 1024
 *
 *          usecs               : count     distribution            bcc, libbpf-tools: both bounds inclusive
 *            2 -> 3          : 12       |*******              |
 *            7               : 1776     |*********************|
 *
 *       >=(ms) .. <(ms)   : I/O      |Distribution         |       perf-tools: bounds as the title says; bitesize and perf-stat-hist
 *            1 -> 2       : 9        |#                    |       print bcc's form, with first and last bucket open
 *
 *                value  ------------- Distribution ------------- count
 *                 1024 |@@@@@@@@                           42      DTrace: quantize(), lquantize() and llquantize()
 *
 * Values are integers, so that a bucket with an inclusive upper bound ends below the next integer.
 */
import { number } from './metrics/values.ts';

export interface Bucket {
  /** Inclusive; null if open. */
  readonly low: number | null;
  /** Exclusive; null if open. */
  readonly high: number | null;
  readonly count: number;
}

type Style = 'brackets' | 'inclusive' | 'exclusive' | 'labels';

/** A row of DTrace: `< 10`, `>= 10`, `<= -16`, `abs() < 27`, or the label alone. */
interface LabelledRow {
  readonly sign: '' | '<' | '<=' | '>=' | 'abs() <';
  readonly label: number;
  readonly count: number;
}

/** One histogram. It begins with its title or, in bpftrace, which prints none, with its first bucket. */
export class TextHistogram {
  private readonly ranges: Bucket[] = [];
  private readonly rows: LabelledRow[] = [];

  private constructor(
    private readonly style: Style,
    /** The counted quantity according to the title: `usecs`, `query latency (ms)`; empty if the title does not say. */
    readonly measured: string,
  ) {}

  /** Begins a histogram at its title, or at a bucket that needs none; null for other lines. */
  static begin(line: string): TextHistogram | null {
    if (bracketBucket(line) !== null) {
      const histogram = new TextHistogram('brackets', '');
      histogram.add(line);
      return histogram;
    }
    const style = /distribution/i.test(line) ? titleStyle(line) : null;
    return style === null ? null : new TextHistogram(style, measuredOf(line));
  }

  /** @returns true if the line is a bucket of the histogram */
  add(line: string): boolean {
    if (this.style === 'labels') {
      const row = labelledRow(line);
      if (row !== null) this.rows.push(row);
      return row !== null;
    }
    const bucket =
      this.style === 'brackets' ? bracketBucket(line) : rangeBucket(line, this.style === 'inclusive');
    if (bucket !== null) this.ranges.push(bucket);
    return bucket !== null;
  }

  /** Unit of the bounds, if the title states it. */
  get unit(): string | null {
    return unitNamed(this.measured);
  }

  buckets(): Bucket[] {
    if (this.style === 'labels') return bounded(this.rows);
    if (this.style === 'brackets') return this.ranges;
    // `-> 7.9` means less than the 8.0 that follows.
    return this.ranges.map((bucket, at) => ({ ...bucket, high: this.ranges[at + 1]?.low ?? bucket.high }));
  }
}

const units: Readonly<Record<string, string>> = {
  s: 's',
  sec: 's',
  secs: 's',
  seconds: 's',
  ms: 'ms',
  msec: 'ms',
  msecs: 'ms',
  us: 'us',
  usec: 'us',
  usecs: 'us',
  ns: 'ns',
  nsec: 'ns',
  nsecs: 'ns',
  bytes: 'B',
  kb: 'kB',
  kbytes: 'kB',
};

/** The unit at the end of a title or of a map's name: `usecs`, `query latency (ms)`, `run_us`. */
export function unitNamed(name: string): string | null {
  const word = /([a-z]{1,7})\)?$/i.exec(name.trim())?.[1]?.toLowerCase();
  return word !== undefined && Object.hasOwn(units, word) ? units[word]! : null;
}

function titleStyle(line: string): Style | null {
  if (/^\s*value +-+ Distribution -+ count\s*$/.test(line)) return 'labels';
  if (/^\s*>=\S* \.\. <\S* *: \S+ *\|Distribution *\|?$/.test(line)) return 'exclusive';
  return /^[^:]{1,100}: (?:count|I\/O) +distribution$/i.test(line.trim()) ? 'inclusive' : null;
}

function measuredOf(line: string): string {
  const title = line.slice(0, Math.max(0, line.indexOf(':'))).trim();
  // `>=(ms) .. <(ms)`
  if (title.startsWith('>=')) return /^>=\(([^()]*)\)/.exec(title)?.[1] ?? '';
  return title === 'Range' ? '' : title;
}

const bars = new Set([' ', '@', '*', '#', '+']);

/** The text before a bar between two `|` at the end of the line; null without such a bar. */
function beforeBar(line: string): string | null {
  const end = line.trimEnd().length - 1;
  if (end < 1 || line[end] !== '|') return null;
  let start = end - 1;
  while (start > 0 && bars.has(line[start]!)) start--;
  return line[start] === '|' ? line.slice(0, start).trim() : null;
}

/** `[512, 1K)`, `[0]`, `(..., 0)`, `[100, ...)`; `[0, 1]` of bpftrace before 0.8. */
const bracket =
  /^([[(])(-?\d{1,19}[KMGTPE]?|\.\.\.)(?:, (-?\d{1,19}[KMGTPE]?|\.\.\.))?([\])]) {1,30}(-?\d{1,20})$/;

/** A bucket of bpftrace, which needs no title. */
export function bracketBucket(line: string): Bucket | null {
  const first = line.charCodeAt(0);
  if (first !== 0x5b && first !== 0x28) return null;
  const match = bracket.exec(beforeBar(line) ?? '');
  if (match === null) return null;
  const [, , from = '', to = from, close, count = ''] = match;
  const [low, last] = [bound(from), bound(to)];
  return { low, high: last !== null && close === ']' ? last + 1 : last, count: Number(count) };
}

function bound(text: string): number | null {
  if (text === '...') return null;
  const power = ['K', 'M', 'G', 'T', 'P', 'E'].indexOf(text.at(-1)!) + 1;
  return power === 0 ? Number(text) : Number(text.slice(0, -1)) * 1024 ** power;
}

/** `2 -> 3 : 12 |***|`, `7 : 1776 |***|`, `-> 0.9 : 0 | |`, `128.0 -> : 1 |# |` */
function rangeBucket(line: string, inclusive: boolean): Bucket | null {
  const [label = '', count = '', more] = (beforeBar(line) ?? '').split(':');
  if (more !== undefined || !/^\s*\d{1,20}\s*$/.test(count)) return null;
  const [from = '', to, further] = label.split('->').map(part => part.trim());
  if (further !== undefined) return null;
  const [low, last] = [number(from), number(to ?? from)];
  const isOpen = to !== undefined && (from === '') !== (to === '');
  if (!isOpen && (Number.isNaN(low) || Number.isNaN(last))) return null;
  if (isOpen && Number.isNaN(low) && Number.isNaN(last)) return null;
  return {
    low: Number.isNaN(low) ? null : low,
    high: Number.isNaN(last) ? null : last + (inclusive || to === undefined ? 1 : 0),
    count: Number(count),
  };
}

/**
 * A row of DTrace. The axis `|` is at the left or the right end of the bar: bars of counts below 0 are to its
 * left.
 */
function labelledRow(line: string): LabelledRow | null {
  const text = line.trim();
  const from = text.search(/[@|]/);
  let to = text.length - 1;
  while (to >= 0 && text[to] !== '|' && text[to] !== '@') to--;
  if (from <= 0 || text[from - 1] !== ' ') return null;
  let axes = 0;
  for (let at = from; at <= to; at++) {
    if (text[at] === '|') axes++;
    else if (text[at] !== '@' && text[at] !== ' ') return null;
  }
  const head = /^(?:(<=?|>=|abs\(\) <) )?(-?\d{1,20})$/.exec(text.slice(0, from).trimEnd());
  const count = text.slice(to + 1).trim();
  if (axes !== 1 || head === null || !/^-?\d{1,20}$/.test(count)) return null;
  return {
    sign: (head[1] ?? '') as LabelledRow['sign'],
    label: Number(head[2]),
    count: Number(count),
  };
}

/**
 * Adds bounds to rows of DTrace. The label of lquantize() is the lower bound. In quantize() and llquantize(),
 * whose steps grow, the buckets below 0 mirror those above: their label is the upper bound, inclusive. An
 * empty first or last bucket only frames the others, and its other bound is not printed.
 */
function bounded(rows: readonly LabelledRow[]): Bucket[] {
  const mirrored = isMirrored(rows);
  const buckets: Bucket[] = [];
  for (const [at, { sign, label, count }] of rows.entries()) {
    const [before, after] = [rows[at - 1], rows[at + 1]];
    if (sign === '<') buckets.push({ low: null, high: label, count });
    else if (sign === '<=') buckets.push({ low: null, high: label + 1, count });
    else if (sign === '>=') buckets.push({ low: label, high: null, count });
    else if (sign === 'abs() <') buckets.push({ low: 1 - label, high: label, count });
    else if (mirrored && label < 0) {
      if (before === undefined && count === 0) continue;
      buckets.push({ low: (before?.label ?? 2 * label) + 1, high: label + 1, count });
    } else {
      if (after === undefined && count === 0) continue;
      buckets.push({ low: label, high: after?.label ?? label + stepAfter(label, before, mirrored), count });
    }
  }
  return buckets;
}

function stepAfter(label: number, before: LabelledRow | undefined, doubles: boolean): number {
  if (doubles || before === undefined) return Math.max(label, 1);
  return label - before.label;
}

function isMirrored(rows: readonly LabelledRow[]): boolean {
  if (rows.some(({ sign }) => sign === '<=' || sign === 'abs() <')) return true;
  const labels = rows.flatMap(({ sign, label }) => (sign === '' ? label : []));
  const steps = labels.slice(1).map((label, at) => label - labels[at]!);
  return steps.some(step => step !== steps[0]);
}
