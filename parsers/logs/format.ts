/** Makes a {@link Format} of each log format: one reader, and the recognition they share. */
import type { BulkOutput } from '../bulk.ts';
import type { Format, Options, Sniff } from '../contract.ts';
import { JournalExportReader, MysqlSlowReader, WindowsXmlReader } from './blocks.ts';
import type { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { type Candidate, detect, isBetterThanNothing, nearness, type Verdict } from './detect.ts';
import { ignore } from './ignore.ts';
import { JsonReader } from './json.ts';
import { LinesReader } from './lines.ts';
import { LogfmtReader } from './logfmt.ts';
import { Match } from './match.ts';
import { LogReader } from './reader.ts';
import { Draft, type RecordReader } from './record.ts';
import { hasRuns, LineRuns } from './runs.ts';
import { TableReader } from './table.ts';

/** Raised when a change makes older imports worth repeating. */
const version = 1;

const blockReaders = {
  'journal-export': JournalExportReader,
  'mysql-slow': MysqlSlowReader,
  'windows-xml': WindowsXmlReader,
};

export function openRecords(format: LogFormat): RecordReader {
  if (format.json) return new JsonReader(format);
  if (format.pairs) return new LogfmtReader(format);
  if (format.table) return new TableReader(format);
  if (format.blocks) return new blockReaders[format.blocks.layout](format);
  return new LinesReader(format);
}

/** The formats of a family: each a {@link Format}, all recognised together. */
export function logFormatsOf(definitions: readonly LogFormat[]): Format[] {
  const recognise = recogniser(definitions);
  return definitions.map(definition => formatOf(definition, definitions, recognise));
}

/** Those that a line may be of which another format wraps. */
export const innerOf = (all: readonly LogFormat[]): { format: LogFormat; reader: RecordReader }[] =>
  all
    .filter(other => other.nested === undefined && !other.table && !other.blocks && !other.marks)
    .map(format => ({ format, reader: openRecords(format) }));

function formatOf(
  definition: LogFormat,
  all: readonly LogFormat[],
  recognise: (head: Uint8Array) => Verdict | null,
): Format {
  const open = (out: BulkOutput, options: Options): LogReader => {
    const others = (): { format: LogFormat; reader: RecordReader }[] =>
      all
        .filter(
          other => other !== definition && !other.lastResort && !other.table && !other.marks && !other.prefix,
        )
        .map(format => ({ format, reader: openRecords(format) }));
    const inner = () => innerOf(all);
    const opened = main();
    if (definition.lastResort) readAhead(opened.reader, options.head);
    const { reader } = opened;
    const runs =
      reader instanceof LinesReader && hasRuns(definition, reader)
        ? () => LineRuns.of(out, reader, definition)
        : null;
    return new LogReader(out, options, {
      main: opened,
      others,
      inner,
      runs,
      firstClock: options.offset > 0 ? firstClock(options) : null,
    });
  };
  const main = (): { format: LogFormat; reader: RecordReader } => ({
    format: definition,
    reader: openRecords(definition),
  });
  let first: { readonly options: Options; readonly clock: LogClock } | null = null;
  /**
   * A part that begins later counts from the same zero as the first. That is the same for all parts of a file: to read
   * its head for each made V8 optimise all that reads line by line, which a log that is read in runs hardly needs.
   */
  const firstClock = (options: Options): LogClock => {
    if (first === null || !ofOneFile(first.options, options)) {
      const parts = { main: main(), others: () => [], inner: () => [], runs: null, firstClock: null };
      const reader = new LogReader(ignore, { ...options, offset: 0 }, parts);
      reader.push(options.head);
      reader.end();
      first = { options, clock: reader.clock };
    }
    return first.clock;
  };
  const candidate: Candidate = { format: definition, open: () => openRecords(definition) };
  // Compiling the patterns of all formats takes longer than starting a worker: only those that are used are.
  let cutter: { readonly boundary: Format['boundary'] } | null = null;
  return {
    id: definition.id,
    title: definition.title,
    unit: 'lines',
    version,
    sniff: (head): Sniff => {
      if (definition.prefix) return behindPrefix(head, openRecords(definition), recognise);
      const verdict = recognise(head);
      return verdict !== null && verdict.format === definition ? verdict.sniff : 'no';
    },
    open,
    nearness: head => nearness(head, candidate),
    ...(definition.lastResort
      ? { isBetterThanNothing: (head: Uint8Array) => isBetterThanNothing(head, candidate) }
      : {}),
    get boundary() {
      cutter ??= { boundary: boundaryOf(openRecords(definition)) };
      return cutter.boundary;
    },
  };
}

function ofOneFile(a: Options, b: Options): boolean {
  return (
    a.head === b.head &&
    a.name === b.name &&
    a.modified === b.modified &&
    a.zone === b.zone &&
    a.year === b.year &&
    a.start === b.start
  );
}

/** Lets a reader that finds times by itself see how they are spelled: which of day and month comes first. */
function readAhead(reader: RecordReader, head: Uint8Array): void {
  const match = new Match();
  for (let at = boundary(reader, match, head, 0); at >= 0; ) {
    const newline = head.indexOf(0x0a, at);
    at = newline < 0 ? -1 : boundary(reader, match, head, newline + 1);
  }
}

function boundaryOf(reader: RecordReader): Format['boundary'] {
  if (!reader.selfContained) return undefined;
  const match = new Match();
  return (bytes, from) => boundary(reader, match, bytes, from);
}

/** First line at or after `from` that begins a record; lines that the bytes cut are not looked at. */
function boundary(reader: RecordReader, match: Match, bytes: Uint8Array, from: number): number {
  let start = from;
  if (from > 0 && bytes[from - 1] !== 0x0a) {
    const newline = bytes.indexOf(0x0a, from);
    if (newline < 0) return -1;
    start = newline + 1;
  }
  for (;;) {
    const newline = bytes.indexOf(0x0a, start);
    if (newline < 0) return -1;
    const end = newline > start && bytes[newline - 1] === 0x0d ? newline - 1 : newline;
    if (reader.begins(bytes, start, end, match)) return start;
    start = newline + 1;
  }
}

/** Whether nearly all lines begin as the format says, and what is behind that is surely of another. */
function behindPrefix(
  head: Uint8Array,
  reader: RecordReader,
  recognise: (head: Uint8Array) => Verdict | null,
): Sniff {
  const match = new Match();
  const draft = new Draft(ignore);
  const inside = new Uint8Array(head.length);
  let length = 0;
  let lines = 0;
  let begun = 0;
  for (let start = 0; start < head.length; ) {
    const newline = head.indexOf(0x0a, start);
    const end = newline < 0 ? head.length : newline;
    if (end > start) lines++;
    if (lines > 3 && begun < lines / 2) return 'no';
    if (reader.begins(head, start, end, match)) {
      begun++;
      draft.clear();
      reader.read(head, start, end, match, draft);
      const { start: from, end: to } = draft.message;
      inside.set(head.subarray(from, to), length);
      length += to - from;
    }
    if (newline >= 0) inside[length++] = 0x0a;
    start = end + 1;
  }
  if (begun < 0.9 * lines || begun === 0) return 'no';
  const verdict = recognise(inside.subarray(0, length));
  // What is read in its own format proves more than the time in front of it.
  return verdict?.sniff === 'likely' && !verdict.format.lastResort ? 'yes' : 'no';
}

/** Recognition of a head among all formats, worked out once though every format asks. */
function recogniser(definitions: readonly LogFormat[]): (head: Uint8Array) => Verdict | null {
  const verdicts = new WeakMap<Uint8Array, Verdict | null>();
  return head => {
    let verdict = verdicts.get(head);
    if (verdict === undefined) {
      const candidates = definitions
        .filter(({ prefix }) => prefix !== true)
        .map((format): Candidate => ({ format, open: () => openRecords(format) }));
      verdict = detect(head, candidates);
      verdicts.set(head, verdict);
    }
    return verdict;
  };
}
