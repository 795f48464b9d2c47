/** Lines that DTrace itself prints, as formatted by libdtrace. */

/** `CPU     ID                    FUNCTION:NAME`; DTrace's own tests leave out what differs from run to run. */
const probeTitles = /^\s*(?:CPU {1,12}ID \s*)?FUNCTION:NAME$/;
/** With `-F` (flowindent). */
const flowTitles = /^\s*CPU {1,12}FUNCTION$/;

export const isProbeTitles = (line: string): boolean => probeTitles.test(line);
export const isFlowTitles = (line: string): boolean => flowTitles.test(line);

export interface ProbeLine {
  /** -1 if the line has none. */
  readonly cpu: number;
  readonly id: number;
  /** `read:return`, `:tick-10s` */
  readonly probe: string;
  readonly text: string;
}

/** `  0  64091                        :tick-60s text`, without CPU and id if the titles lack them. */
export function probeLine(line: string, withCpu: boolean): ProbeLine | null {
  const match = (withCpu ? withIds : withoutIds).exec(line);
  if (match === null) return null;
  const [, cpu, id, probe = '', text = ''] = match;
  return { cpu: cpu ? Number(cpu) : -1, id: id ? Number(id) : -1, probe, text };
}

const withIds = /^\s*(\d{1,5}) +(\d{1,7}) +([^\s:]*:[\w.-]+)(?: (.*))?$/;
const withoutIds = /^()() {3,}([^\s:]*:[\w.-]+)(?: (.*))?$/;

/** Nanoseconds between the firings of a `tick-` probe; NaN for other probes. */
export function tickInterval(probe: string): number {
  const match = /:tick-(\d{1,9})(ns|nsec|us|usec|ms|msec|s|sec|m|min|h|hour|d|day|hz)?$/.exec(probe);
  if (match === null) return Number.NaN;
  const [, count, unit = 'hz'] = match;
  return unit === 'hz' ? 1e9 / Number(count) : Number(count) * intervals[unit]!;
}

const intervals: Readonly<Record<string, number>> = {
  ns: 1,
  nsec: 1,
  us: 1e3,
  usec: 1e3,
  ms: 1e6,
  msec: 1e6,
  s: 1e9,
  sec: 1e9,
  m: 60e9,
  min: 60e9,
  h: 3600e9,
  hour: 3600e9,
  d: 86_400e9,
  day: 86_400e9,
};

export interface FlowLine {
  readonly cpu: number;
  readonly way: 'entry' | 'return' | 'probe';
  readonly name: string;
  readonly text: string;
}

const flow = /^\s*(?:(\d{1,5}) \s*)?(->|=>|<-|<=|\|) (\S+)(?:\s+(\S.*))?$/;

/** `  0    -> vfs_read    text`: `->` for entries, `<-` for returns, `|` for all other probes. */
export function flowLine(line: string): FlowLine | null {
  // A row of a table in Markdown.
  if (/^\s*\|.*\|\s*$/.test(line)) return null;
  const match = flow.exec(line);
  if (match === null) return null;
  const [, cpu, arrow = '', name = '', text = ''] = match;
  const way = arrow === '|' ? 'probe' : arrow.endsWith('>') ? 'entry' : 'return';
  return { cpu: cpu === undefined ? -1 : Number(cpu), way, name, text };
}

/** Messages of dtrace(1) and of scripts around it, which are not records. */
const messagePattern =
  /^\s*(?:dtrace: (?:description|script|aggregation|allowing|pid \d+|buffer size)|(?:Tracing|Sampling)\b[^.]{0,60}\.\.\.|\^C$|\[?\.\.\.\]?$|-- @@stderr --$)/;

export const isMessage = (line: string): boolean => messagePattern.test(line);

/** Errors and drops, which DTrace writes to stderr, often captured among its output. */
const complaint = /^\s*dtrace: (.*)$/;

export const complaintIn = (line: string): string | null => complaint.exec(line)?.[1] ?? null;

/** `2005 Jul 16 00:34:40,  load: 1.21`: a date (`%Y`), and the text after it. */
const dated = /^\s*(\d{4} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)(?:,\s{0,64}(.*))?$/;

export function dateLine(line: string): { readonly date: string; readonly rest: string } | null {
  const match = dated.exec(line);
  return match === null ? null : { date: match[1]!, rest: match[2] ?? '' };
}

export interface Scalars {
  /** The keys as printed; empty if there are none. */
  readonly key: string;
  readonly values: readonly number[];
}

/** `@[key] = count()` as printed: keys, and the values of one aggregation, or of several in columns. */
export function scalarsIn(line: string): Scalars | null {
  const last = line.charCodeAt(line.length - 1);
  if (last < 0x30 || last > 0x39) return null;
  return defaultScalars(line) ?? inColumns(line);
}

/** The default format: numeric keys 9 wide, texts after two blanks and 50 wide, and 17 for the value. */
export function defaultScalars(line: string): Scalars | null {
  if (line.length < 17) return null;
  const value = line.slice(-17);
  if (!/^ +-?\d+$/.test(value)) return null;
  const keys = line.slice(0, -17);
  const isNumbers =
    keys.length % 9 === 0 && (keys.match(/(?<! ) *-?\d+/g) ?? []).every(key => key.length === 9);
  const isText = /^ {2}\S/.test(keys) && keys.length >= 52;
  if (!isText && !(isNumbers && keys.replace(/[-\d ]/g, '') === '')) return null;
  return { key: keys.trim().replace(/ {2,}/g, ' '), values: [Number(value)] };
}

/** Texts, then numbers separated by two blanks or more; if there are only numbers, the first is the key. */
function inColumns(line: string): Scalars | null {
  const cells = line.trim().split(/ {2,}/);
  if (cells.length < 2) return null;
  let first = cells.length;
  while (first > 0 && /^-?\d{1,20}$/.test(cells[first - 1]!)) first--;
  if (first === cells.length) return null;
  if (first === 0) first = 1;
  return { key: cells.slice(0, first).join(' '), values: cells.slice(first).map(Number) };
}

/** A line with a single number, such as the value below a stack. */
export function numberAlone(line: string): number {
  const text = line.trim();
  return /^-?\d{1,20}$/.test(text) ? Number(text) : Number.NaN;
}
