/** Makes a {@link Format} of each log format definition. */
import type { BulkOutput } from '../bulk.ts';
import type { Format, FormatEntry, Options } from '../contract.ts';
import type { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { innerOf, logEntriesOf, openRecords, recogniserOf } from './entry.ts';
import { dated } from './formats/generic.ts';
import { ignore } from './ignore.ts';
import { LinesReader } from './lines.ts';
import { Match } from './match.ts';
import { LogReader, type Opened } from './reader.ts';
import type { RecordReader } from './record.ts';
import { hasRuns, LineRuns } from './runs.ts';
import { type Wrapped, wrappedIn } from './wrapped.ts';

/** A {@link Format} for each definition; all are recognised together. */
export const logFormatsOf = (definitions: readonly LogFormat[]): Format[] =>
  logEntriesOf(definitions).map((entry, index) => logFormatOf(entry, definitions[index]!, definitions));

/** @param all the definitions that a line of another format may have */
export function logFormatOf(entry: FormatEntry, definition: LogFormat, all: readonly LogFormat[]): Format {
  const { patterns = [], prefixes = [] } = definition;
  const whole = prefixes.length === 0 ? definition : { ...definition, patterns: [...patterns, ...prefixes] };
  const learned = learnedBy(whole);
  const main = (head: Uint8Array) => opening(learned(head));
  const wrapping = wrappingOf(definition, all);
  const open = (out: BulkOutput, options: Options): LogReader => {
    const others = (): Opened[] =>
      all
        .filter(
          other => other !== definition && !other.lastResort && !other.table && !other.marks && !other.prefix,
        )
        .map(opening);
    const wrapped = wrapping(options.head);
    const inner = () => (wrapped === null ? innerOf(all) : wrapped.formats.map(opening));
    const opened = wrapped === null ? main(options.head) : opening(wrapped.definition);
    if (definition.lastResort) readAhead(opened.reader, options.head);
    const { reader } = opened;
    const runs =
      reader instanceof LinesReader && hasRuns(opened.format, reader)
        ? () => LineRuns.of(out, reader, opened.format)
        : null;
    return new LogReader(out, options, {
      main: opened,
      others,
      dated: () => opening(dated),
      inner,
      runs,
      year: wrapped?.year ?? null,
      firstClock: options.offset > 0 ? firstClock(options) : null,
    });
  };
  let first: { readonly options: Options; readonly clock: LogClock } | null = null;
  /**
   * Clock of the part that begins the file: later parts count from the same zero. It is worked out once per
   * file, because reading the head again for each part made V8 optimise the code that reads line by line,
   * which a log read in runs hardly needs.
   */
  const firstClock = (options: Options): LogClock => {
    if (first === null || !ofOneFile(first.options, options)) {
      const wrapped = wrapping(options.head);
      const parts = {
        main: wrapped === null ? main(options.head) : opening(wrapped.definition),
        others: () => [],
        dated: () => opening(dated),
        inner: () => wrapped?.formats.map(opening) ?? [],
        runs: null,
        year: wrapped?.year ?? null,
        firstClock: null,
      };
      const reader = new LogReader(ignore, { ...options, offset: 0 }, parts);
      reader.push(options.head);
      reader.end();
      first = { options, clock: reader.clock };
    }
    return first.clock;
  };
  // Compiled lazily: compiling the patterns of all formats takes longer than starting a worker.
  let cutter: { readonly boundary: Format['boundary'] } | null = null;
  return {
    ...entry,
    open,
    get boundary() {
      cutter ??= { boundary: boundaryOf(openRecords(definition)) };
      return cutter.boundary;
    },
  };
}

const opening = (format: LogFormat): Opened => ({ format, reader: openRecords(format) });

/** Files of a server share its patterns, which are compiled once. */
const mostLearned = 16;

/** The definition for a file that begins with a head. */
function learnedBy(definition: LogFormat): (head: Uint8Array) => LogFormat {
  const { learned } = definition;
  if (learned === undefined) return () => definition;
  const known = new Map<string, LogFormat>();
  return head => {
    const patterns = learned(head);
    const key = patterns.join('\n');
    const made = known.get(key) ?? { ...definition, patterns };
    if (known.size < mostLearned) known.set(key, made);
    return made;
  };
}

interface Wrapping extends Wrapped {
  /** The definition, as one that wraps lines. */
  readonly definition: LogFormat;
}

/** Finds out whether the file that begins with a head wraps lines of other formats; null if it does not. */
function wrappingOf(definition: LogFormat, all: readonly LogFormat[]): (head: Uint8Array) => Wrapping | null {
  const { mayWrap } = definition;
  if (mayWrap === undefined) return () => null;
  const known = new WeakMap<Uint8Array, Wrapping | null>();
  return head => {
    let wrapping = known.get(head);
    if (wrapping === undefined) {
      const wrapped = wrappedIn(head, openRecords(definition), all, recogniserOf(all), openRecords);
      const { formats, zone } = wrapped;
      // Statements in several parts are joined.
      const isJoined = formats.some(({ behind }) => behind !== undefined);
      const own = {
        ...definition,
        nested: mayWrap,
        ...(isJoined ? {} : { wholeMessages: true as const }),
        ...(zone === null ? {} : { zone }),
      };
      wrapping = formats.length === 0 ? null : { ...wrapped, definition: own };
      known.set(head, wrapping);
    }
    return wrapping;
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
