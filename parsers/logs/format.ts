/** Makes a {@link Format} of each log format definition. */
import type { BulkOutput } from '../bulk.ts';
import type { Format, FormatEntry, Options } from '../contract.ts';
import type { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { innerOf, logEntriesOf, openRecords } from './entry.ts';
import { dated } from './formats/generic.ts';
import { ignore } from './ignore.ts';
import { LinesReader } from './lines.ts';
import { Match } from './match.ts';
import { LogReader } from './reader.ts';
import type { RecordReader } from './record.ts';
import { hasRuns, LineRuns } from './runs.ts';

/** A {@link Format} for each definition; all are recognised together. */
export const logFormatsOf = (definitions: readonly LogFormat[]): Format[] =>
  logEntriesOf(definitions).map((entry, index) => logFormatOf(entry, definitions[index]!, definitions));

/** @param all the definitions that a line of another format may have */
export function logFormatOf(entry: FormatEntry, definition: LogFormat, all: readonly LogFormat[]): Format {
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
