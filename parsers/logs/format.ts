/** Makes a {@link Format} of each log format definition, with one reader and shared recognition. */
import type { BulkOutput } from '../bulk.ts';
import type { Format, Options, Sniff } from '../contract.ts';
import { JournalExportReader, MysqlSlowReader, WindowsXmlReader } from './blocks.ts';
import type { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { type Candidate, detect, isBetterThanNothing, nearness, type Verdict } from './detect.ts';
import { dated } from './formats/generic.ts';
import { ignore } from './ignore.ts';
import { JsonReader } from './json.ts';
import { LinesReader } from './lines.ts';
import { LogfmtReader } from './logfmt.ts';
import { Match } from './match.ts';
import { LogReader } from './reader.ts';
import { Draft, type RecordReader } from './record.ts';
import { hasRuns, LineRuns } from './runs.ts';
import { TableReader } from './table.ts';

/** Raise when a change makes it worthwhile to import files again. */
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

/** Makes a {@link Format} of each definition; all are recognised together. */
export function logFormatsOf(definitions: readonly LogFormat[]): Format[] {
  const recognise = recogniser(definitions);
  return definitions.map(definition => formatOf(definition, definitions, recognise));
}

/** Formats that a line wrapped by another format may have. */
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
      dated: () => ({ format: dated, reader: openRecords(dated) }),
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
   * Clock of the part that begins the file: later parts count from the same zero. It is worked out once per
   * file, because reading the head again for each part made V8 optimise the code that reads line by line,
   * which a log read in runs hardly needs.
   */
  const firstClock = (options: Options): LogClock => {
    if (first === null || !ofOneFile(first.options, options)) {
      const parts = {
        main: main(),
        others: () => [],
        dated: () => ({ format: dated, reader: openRecords(dated) }),
        inner: () => [],
        runs: null,
        firstClock: null,
      };
      const reader = new LogReader(ignore, { ...options, offset: 0 }, parts);
      reader.push(options.head);
      reader.end();
      first = { options, clock: reader.clock };
    }
    return first.clock;
  };
  const candidate: Candidate = { format: definition, open: () => openRecords(definition) };
  // Compiled lazily: compiling the patterns of all formats takes longer than starting a worker.
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

/** Lets a reader that detects how times are spelled learn from the head whether day or month comes first. */
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

/** First line at or after `from` that begins a record; lines cut by the end of the bytes are ignored. */
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

/** `yes` if nearly all lines begin with the prefix and the text behind it is surely of another format. */
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
  // Text with a format of its own proves more than the time in front of it.
  return verdict?.sniff === 'likely' && !verdict.format.lastResort ? 'yes' : 'no';
}

/** Recognises a head among all formats; the verdict is cached, because every format asks. */
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
