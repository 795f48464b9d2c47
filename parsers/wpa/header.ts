/**
 * Parses the line of titles: determines the table, and the content of its columns. Presets choose columns and their
 * order.
 */
import { cellsOf } from '../kit/csv.ts';

export type Table = 'Disk Usage' | 'CPU Usage (Precise)' | 'CPU Usage (Sampled)' | 'Generic Events' | 'Table';

export interface Column {
  readonly title: string;
  /** The title in lower case, without its unit and aggregation. */
  readonly name: string;
  readonly unit: string | null;
  /** Printed with a fixed number of decimals, or as an integer: distinguishes a decimal mark from digit grouping. */
  readonly number: 'decimal' | 'whole' | null;
}

export interface Header {
  readonly table: Table;
  readonly columns: readonly Column[];
  /** True if rows were copied: `Line #` comes first, and there are no quotes. */
  readonly isCopied: boolean;
  readonly separator: string;
}

const units = /(?<!\s)\s*\((µs|μs|us|ms|ns|s|B|KB|MB|GB|%)\)/;
const fractions = new Set(['µs', 'ms', 's']);
const wholes =
  /^(?:line #|thread id|threadid|.* thread id|tid|cpu|count|count:.*|count sum|disk|qd\/.*|id|event id|size|min offset|max offset|priority number|opcode id|task id)$/;

export function columnOf(title: string): Column {
  // Other tools decode µ wrongly.
  const clean = title.replace(/\((?:Âµ|Â\u03bc|\ufffd|\?)s\)/, '(µs)').trim();
  const found = units.exec(clean);
  const unit = found === null ? null : (found[1] ?? '').replace(/^(?:μ|u)s$/, 'µs');
  const name = clean
    .replace(units, '')
    .replace(/ \(in view\)/i, '')
    .replace(/(?<!\s)\s+(?:Max|Min|Sum|Avg|Average)$/i, '')
    .trim()
    .toLowerCase();
  const isFraction = (unit !== null && fractions.has(unit)) || name.startsWith('%') || unit === '%';
  const isWhole = unit === 'B' || wholes.test(name);
  return { title: title.trim(), name, unit, number: isFraction ? 'decimal' : isWhole ? 'whole' : null };
}

/** null if the line is not written by WPA. */
export function parseHeader(line: string): Header | null {
  const text = line.replace(/^\ufeff/, '').trimEnd();
  const isCopied = /^Line #(?:, |\t)/.test(text);
  const separator = isCopied ? (text.includes('\t') ? '\t' : ', ') : separatorOf(text);
  const titles = isCopied ? text.split(separator) : cellsOf(text, separator);
  if (titles.length < 2 || titles.length > 512) return null;
  const columns = titles.map(columnOf);
  const table = tableOf(columns);
  return isCopied || table !== 'Table' ? { table, columns, isCopied, separator } : null;
}

const separatorOf = (text: string): string => {
  const count = (separator: string) => text.split(separator).length;
  return [';', '\t'].find(separator => count(separator) > count(',')) ?? ',';
};

function tableOf(columns: readonly Column[]): Table {
  const names = new Set(columns.map(({ name, unit }) => (unit === null ? name : `${name} ${unit}`)));
  const has = (...wanted: readonly string[]) => wanted.every(name => names.has(name));
  const hasAny = (...wanted: readonly string[]) => wanted.some(name => names.has(name));
  if (has('io type') && hasAny('disk service time µs', 'io time µs', 'complete time s', 'init time s'))
    return 'Disk Usage';
  if (hasAny('switch-in time s', 'new thread stack', 'ready thread stack', 'next switch-out time s'))
    return 'CPU Usage (Precise)';
  if (has('provider name') && hasAny('time s', 'event name', 'task name')) return 'Generic Events';
  if (
    hasAny('stack', 'function', 'module') &&
    hasAny('weight ms', 'timestamp s') &&
    hasAny('process', 'dpc/isr')
  )
    return 'CPU Usage (Sampled)';
  return 'Table';
}
