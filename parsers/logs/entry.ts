/** Recognises each definition as a {@link FormatEntry}, with one reader and shared recognition. */
import type { FormatEntry, Sniff } from '../contract.ts';
import { JournalExportReader, MysqlSlowReader, WindowsTextReader, WindowsXmlReader } from './blocks.ts';
import type { LogFormat } from './definition.ts';
import { type Candidate, detect, isBetterThanNothing, nearness, type Verdict } from './detect.ts';
import { ignore } from './ignore.ts';
import { JsonReader } from './json.ts';
import { LinesReader } from './lines.ts';
import { LogfmtReader } from './logfmt.ts';
import { LtsvReader } from './ltsv.ts';
import { Match } from './match.ts';
import { Draft, type RecordReader } from './record.ts';
import { TableReader } from './table.ts';
import { isInner, wrappedIn } from './wrapped.ts';

/** Raise when a change makes it worthwhile to import files again. */
const version = 1;

const blockReaders = {
  'journal-export': JournalExportReader,
  'mysql-slow': MysqlSlowReader,
  'windows-xml': WindowsXmlReader,
  'windows-text': WindowsTextReader,
};

export function openRecords(format: LogFormat): RecordReader {
  if (format.json) return new JsonReader(format);
  if (format.pairs) return new LogfmtReader(format);
  if (format.ltsv) return new LtsvReader(format);
  if (format.table) return new TableReader(format);
  if (format.blocks) return new blockReaders[format.blocks.layout](format);
  return new LinesReader(format);
}

/** An entry for each definition; all are recognised together. */
export function logEntriesOf(definitions: readonly LogFormat[]): FormatEntry[] {
  const recognise = recogniserOf(definitions);
  return definitions.map(definition => entryOf(definition, definitions, recognise));
}

/** Formats that a line wrapped by another format may have. */
export const innerOf = (all: readonly LogFormat[]): { format: LogFormat; reader: RecordReader }[] =>
  all.filter(isInner).map(format => ({ format, reader: openRecords(format) }));

function entryOf(
  definition: LogFormat,
  all: readonly LogFormat[],
  recognise: (head: Uint8Array) => Verdict | null,
): FormatEntry {
  const candidate: Candidate = { format: definition, open: () => openRecords(definition) };
  const entry: FormatEntry = {
    id: definition.id,
    title: definition.title,
    unit: 'lines',
    version,
    sniff: (head): Sniff => {
      const verdict = recognise(head);
      if (verdict !== null && verdict.format === definition) return verdict.sniff;
      const { prefix, prefixes } = definition;
      if (prefix !== true && prefixes === undefined) return 'no';
      // Lines that are of a format as they are have no prefix.
      if (verdict?.sniff === 'likely' && !verdict.format.lastResort) return 'no';
      const reader = openRecords(prefixes === undefined ? definition : { ...definition, patterns: prefixes });
      return behindPrefix(head, reader, all, recognise);
    },
    load: async () => (await import('./format.ts')).logFormatOf(entry, definition, all),
    nearness: head => nearness(head, candidate),
    ...(definition.lastResort
      ? { isBetterThanNothing: (head: Uint8Array) => isBetterThanNothing(head, candidate) }
      : {}),
  };
  return entry;
}

/** `yes` if nearly all lines begin with the prefix and the text behind it is surely of another format. */
function behindPrefix(
  head: Uint8Array,
  reader: RecordReader,
  all: readonly LogFormat[],
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
  if (verdict?.sniff === 'likely' && !verdict.format.lastResort) return 'yes';
  const { formats } = wrappedIn(head, reader, all, recognise, openRecords);
  return formats.length > 0 ? 'yes' : 'no';
}

const recognisers = new WeakMap<readonly LogFormat[], (head: Uint8Array) => Verdict | null>();

/** The recogniser of these definitions. */
export function recogniserOf(definitions: readonly LogFormat[]): (head: Uint8Array) => Verdict | null {
  const known = recognisers.get(definitions) ?? recogniser(definitions);
  recognisers.set(definitions, known);
  return known;
}

/** Recognises a head among all formats; the verdict is cached, because every format asks. */
function recogniser(definitions: readonly LogFormat[]): (head: Uint8Array) => Verdict | null {
  const verdicts = new WeakMap<Uint8Array, Verdict | null>();
  const candidates = definitions
    .filter(({ prefix }) => prefix !== true)
    .map((format): Candidate => ({ format, open: () => openRecords(format) }));
  return head => {
    let verdict = verdicts.get(head);
    if (verdict === undefined) {
      verdict = detect(head, candidates);
      verdicts.set(head, verdict);
    }
    return verdict;
  };
}
