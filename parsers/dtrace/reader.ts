/**
 * Reads the output of dtrace(1) and of scripts in D: lines of probes, output of trace() and printf(), aggregations,
 * histograms, stacks, and the tables of the DTraceToolkit; also within a text with prompts and prose around it.
 */
import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, none, type Options } from '../contract.ts';
import { isCount } from '../kit/bounds.ts';
import { ascii } from '../kit/bytes.ts';
import { ColumnClock } from '../kit/columns/clock.ts';
import { TextHistogram, unitNamed } from '../kit/histogram-text.ts';
import { idOf, MetricTable } from '../kit/metrics/series.ts';
import { withoutEscapes } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { Calls } from './calls.ts';
import { Flow, type FlowRecord } from './flow.ts';
import {
  complaintIn,
  dateLine,
  flowLine,
  isFlowTitles,
  isMessage,
  isProbeTitles,
  numberAlone,
  type ProbeLine,
  probeLine,
  type Scalars,
  scalarsIn,
  tickInterval,
} from './lines.ts';
import { Events, type Position } from './rows.ts';
import { isDescending, isTranscript, promptIn } from './sniff.ts';
import { Stacks } from './stacks.ts';
import { Tables } from './tables.ts';

/** Maximum keys of a record that are held until its value comes. */
const maxKeys = 16;
const longestKey = 300;
/** Maximum length of a title in the name of a kind. */
const longestTitle = 64;
/** Maximum number of distributions whose prints are counted. */
const maxDistributions = 1 << 16;

const datedTitles = /^(.*\S) {2,20}(\d{4} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)$/;

interface Text extends Position {
  /** Without surrounding blanks, and truncated if it can only be a key. */
  readonly text: string;
  readonly whole: string;
}

export class DtraceReader extends TextReader {
  private readonly events: Events;
  private readonly flow: Flow;
  private readonly calls: Calls;
  private readonly tables: Tables;
  private readonly stacks: Stacks;
  private readonly clock: ColumnClock;
  private readonly probes: FieldSchemaId;
  private readonly isTranscript: boolean;
  private readonly isDescending: boolean;

  /** The latest titles, which determine the form of probe lines. */
  private titles: 'none' | 'with-cpu' | 'without-cpu' | 'flow' = 'none';
  /** A probe line, held until it is known whether a stack follows. */
  private probe: ProbeLine | null = null;
  private probePlace: Position = { line: 0, offset: 0 };
  private histogram: TextHistogram | null = null;
  /** Lines that may be keys or the title of what follows. */
  private keys: Text[] = [];
  /** True if the previous line was blank. */
  private wasBlank = false;

  /** Aggregations are printed repeatedly: number and time of this print. */
  private print = 0;
  private ts = Number.NaN;
  private paced: PacedClock | null = null;
  private ticks = 0;
  private tick = '';
  /** Within the print: occurrences of each key, and the last value of a stack per kind. */
  private readonly occurrences = new Map<string, number>();
  private readonly lastOf = new Map<string, { value: number; aggregation: number }>();
  /** Number of prints of each distribution that have no time. */
  private readonly untimedPrints = new Map<string, number>();
  /** Title above the aggregations: `By value:`. */
  private title = '';
  private readonly sums = new Map<string, MetricTable>();
  private hasReportedUntimed = false;
  private hasReportedKeys = false;

  constructor(
    private readonly bulk: BulkOutput,
    options: Options,
  ) {
    super(bulk, options);
    this.events = new Events(bulk);
    this.flow = new Flow(bulk);
    this.calls = new Calls(bulk, this.flow);
    this.clock = new ColumnClock(bulk, options, (...problem) => this.problem(...problem), 'boot');
    this.tables = new Tables(bulk, this.clock, this.flow);
    this.stacks = new Stacks(bulk);
    this.isTranscript = isTranscript(options.head);
    this.isDescending = isDescending(options.head);
    this.probes = bulk.fieldSchema([
      { key: 'function', type: 'text' },
      { key: 'name', type: 'text' },
      { key: 'id', type: 'number' },
    ]);
  }

  protected read(raw: string): Verdict {
    const line = withoutEscapes(raw);
    if (this.histogram !== null) {
      if (this.histogram.add(line)) return 'used';
      this.endHistogram();
    }
    const isFirstFrame = this.stacks.depth === 0;
    if (this.stacks.add(line)) {
      if (isFirstFrame && this.keys.length > 0) this.titleAboveStack();
      return 'used';
    }
    if (this.stacks.depth > 0) {
      const value = numberAlone(line);
      if (!Number.isNaN(value)) {
        this.sample(value);
        return 'used';
      }
    }
    const verdict = this.record(line);
    this.wasBlank = false;
    if (this.flow.isUntimed && !this.hasReportedUntimed) this.reportUntimed();
    return verdict;
  }

  protected override separator(): void {
    this.wasBlank = true;
    if (this.histogram !== null) this.endHistogram();
  }

  protected override finish(): void {
    // The end of the file stands for the blank line that follows each distribution.
    this.separator();
    this.release();
    this.flow.close();
    this.clock.finish();
  }

  /** A line that is neither a frame nor a bucket. */
  private record(line: string): Verdict {
    const place = { line: this.lineNumber, offset: this.lineOffset };
    const prompt = this.isTranscript ? promptIn(line) : null;
    if (prompt !== null) return this.prompted(prompt);
    // Continuations are tested first, because nearly all lines are continuations.
    const probe = this.probeIn(line);
    if (probe !== null) {
      this.fire(probe, place);
      return 'used';
    }
    if (this.tables.read(line, place) || this.calls.read(line, place)) return this.used();
    if (this.titled(line)) return this.used();
    const flow = this.titles === 'flow' || this.titles === 'none' ? flowLine(line) : null;
    if (flow !== null && (this.titles === 'flow' || !this.isTranscript)) return this.flowed(flow, place);
    if (this.stacks.depth > 0 && this.keyBelow(line, place)) return 'used';
    return (
      this.aggregated(line) ?? this.date(line) ?? this.dtraceMessage(line, place) ?? this.text(line, place)
    );
  }

  private titled(line: string): boolean {
    const histogram = TextHistogram.begin(line);
    if (histogram !== null) {
      this.histogram = histogram;
      return true;
    }
    const titles = isProbeTitles(line)
      ? /CPU/.test(line)
        ? 'with-cpu'
        : 'without-cpu'
      : isFlowTitles(line)
        ? 'flow'
        : null;
    if (titles !== null) {
      this.release();
      this.titles = titles;
      this.tables.end();
      return true;
    }
    if (this.calls.readTitles(line)) {
      this.release();
      this.tables.end();
      return true;
    }
    // A report whose title ends with its date.
    const [, titled, date] = (line.endsWith(':', line.length - 2) && datedTitles.exec(line)) || [];
    if (!this.tables.begin(titled ?? line)) return false;
    if (date !== undefined) this.tables.at(this.clock.at(date, null));
    this.release();
    this.calls.end();
    return true;
  }

  /** Another command of a transcript: ends everything before it. */
  private prompted(command: string): Verdict {
    this.release();
    this.flow.close();
    this.tables.end();
    this.tables.command = command;
    this.calls.end();
    this.titles = 'none';
    this.clock.nextRun();
    this.nextPrint();
    this.title = '';
    return 'used';
  }

  private probeIn(line: string): ProbeLine | null {
    if (this.titles === 'none' || this.titles === 'flow') return null;
    return probeLine(line, this.titles === 'with-cpu');
  }

  private fire(probe: ProbeLine, place: Position): void {
    this.release();
    this.nextPrint();
    this.title = '';
    this.probe = probe;
    this.probePlace = place;
    const interval = tickInterval(probe.probe);
    if (Number.isNaN(interval)) return;
    // The first tick's rows set the interval, whatever other probes fire between them.
    if (this.paced === null) {
      this.paced = new PacedClock(this.bulk, this.options, interval);
      this.tick = probe.probe;
    }
    if (this.tick === probe.probe) this.ts = this.paced.at(this.ticks++);
  }

  private flowed(flow: NonNullable<ReturnType<typeof flowLine>>, place: Position): Verdict {
    this.release();
    const { cpu, way, name, text } = flow;
    const record: FlowRecord = {
      line: place.line,
      offset: place.offset,
      within: `cpu ${cpu}`,
      name,
      text,
      ts: Number.NaN,
      at: Number.NaN,
      cpu,
      thread: none,
    };
    if (way === 'entry') this.flow.enter(record);
    else if (way === 'return') this.flow.leave(record);
    else this.flow.probe(record);
    return 'used';
  }

  /** An aggregation's value with its keys on the same line. */
  private aggregated(line: string): Verdict | null {
    const scalars = scalarsIn(line);
    if (scalars === null) return null;
    if (this.stacks.depth > 0) {
      this.keys.push({ text: scalars.key, whole: line, line: this.lineNumber, offset: this.lineOffset });
      this.sample(scalars.values.at(-1)!);
      return 'used';
    }
    if (this.begunByNumbers(line)) return 'used';
    this.entitle();
    this.scalar(scalars);
    return 'used';
  }

  /** Words with as many numbers below them are titles, whatever their spelling. */
  private begunByNumbers(line: string): boolean {
    const titles = this.keys.at(-1)?.whole;
    if (titles === undefined || this.wasBlank || !this.tables.beginNumbers(titles, line)) return false;
    this.takeKeys();
    return this.tables.read(line, { line: this.lineNumber, offset: this.lineOffset });
  }

  private scalar({ key, values }: Scalars): void {
    if (this.wasBlank && this.occurrences.has(key)) this.nextPrint();
    const before = this.occurrences.get(key) ?? 0;
    this.occurrences.set(key, before + 1);
    const object = this.title || this.tables.command || 'aggregation';
    const table = this.sumsOf(object, values.length, before);
    table.write(key === '' ? null : key, values, { ts: this.ts, row: this.print, sinceBoot: false });
  }

  /** Columns of several aggregations, and a second aggregation with the same key, are counters of their own. */
  private sumsOf(object: string, count: number, aggregation: number): MetricTable {
    const id = `${object}\n${count}\n${aggregation}`;
    let table = this.sums.get(id);
    if (table === undefined) {
      if (this.sums.size > 1 << 12) this.sums.clear();
      const unit = unitNamed(object);
      const counters = Array.from({ length: count }, (_, at) => ({
        counter: numbered('value', at + aggregation),
        unit,
      }));
      table = new MetricTable(this.out, null, object, counters);
      this.sums.set(id, table);
    }
    return table;
  }

  /** Writes a stack with its value, and the keys printed with it. */
  private sample(value: number): void {
    const { bulk } = this;
    const keys = this.takeKeys();
    const words = [
      'dtrace stack',
      ...(keys.length > 0 ? [`and ${keys.length === 1 ? 'key' : `${keys.length} keys`}`] : []),
      ...(this.title === '' ? [] : [`(${this.title.slice(0, longestTitle)})`]),
    ];
    const kind = words.join(' ');
    const { thread, roots } = this.ownerOf(keys);
    const stack = this.stacks.take(roots);
    this.releaseProbe();
    if (!isCount(value)) {
      this.noCount();
      return;
    }
    bulk.sample(
      Number.NaN,
      -1,
      thread,
      bulk.string(numbered(kind, this.aggregationOf(kind, value))),
      value,
      Number.NaN,
      stack,
    );
  }

  /**
   * Within one print, aggregations follow each other, and the values of each ascend (or descend, if sorted so): where
   * the order breaks, another aggregation begins.
   */
  private aggregationOf(kind: string, value: number): number {
    const last = this.lastOf.get(kind);
    if (last === undefined) {
      this.lastOf.set(kind, { value, aggregation: 0 });
      return 0;
    }
    if (this.isDescending ? false : value < last.value) last.aggregation++;
    last.value = value;
    return last.aggregation;
  }

  /** A name alone, or with a number, is read as the process; other keys go below the root of the stack. */
  private ownerOf(keys: readonly string[]) {
    const words = keys.flatMap(key => key.split(/ {2,}/)).map(key => key.trim());
    const name = words.filter(word => !/^-?\d+$/.test(word));
    const numbers = words.filter(word => /^\d{1,9}$/.test(word));
    const isProcess =
      name.length === 1 && numbers.length <= 1 && words.length === name.length + numbers.length;
    if (!isProcess || !mayBeProcess(name[0]!)) return { thread: none, roots: words } as const;
    if (!this.hasReportedKeys) {
      this.hasReportedKeys = true;
      const message =
        'Keys beside stacks are read as the name and the number of a process: the output does not say what they are.';
      this.problem('keys-as-process', 'notice', message);
    }
    return { thread: this.bulk.thread(this.bulk.string(name[0]!), idOf(numbers[0]), -1), roots: [] } as const;
  }

  /** A key stands directly above its stack: one that ends with a colon is a title, one above a blank line a message. */
  private titleAboveStack(): void {
    const { text } = this.keys.at(-1)!;
    if (/[:,]$/.test(text)) this.takeTitle(text);
    else if (this.wasBlank) this.giveKeysAsText();
  }

  private endHistogram(): void {
    const histogram = this.histogram!;
    this.histogram = null;
    const stack = this.stacks.depth > 0 ? 'stack' : '';
    if (stack) this.stacks.take();
    const buckets = histogram.buckets();
    const keys = this.takeKeys();
    if (stack) keys.push(stack);
    const key = keys.join(' ').trim();
    if (buckets.length === 0) return;
    this.releaseProbe();
    const place = `histogram ${key}`;
    if (this.occurrences.has(place) && this.wasBlank) this.nextPrint();
    const before = this.occurrences.get(place) ?? 0;
    this.occurrences.set(place, before + 1);
    const object = this.title || this.tables.command || 'aggregation';
    const series = this.bulk.series({
      object,
      instance: key === '' ? null : key,
      counter: this.printed(object, key, numbered('distribution', before)),
      unit: unitNamed(key) ?? unitNamed(this.title),
      host: null,
      cumulative: false,
    });
    for (const { low, high, count } of buckets) {
      if (!isCount(count)) this.noCount();
      else
        this.bulk.row('histogram', {
          series,
          ts: this.ts,
          low: low ?? Number.NaN,
          high: high ?? Number.NaN,
          count,
        });
    }
  }

  /**
   * Rows of a distribution are told apart by their time: without one, each print has a counter of its own, or its
   * buckets would lie among those of the others.
   */
  private printed(object: string, key: string, counter: string): string {
    if (!Number.isNaN(this.ts)) return counter;
    const id = `${object}\n${key}\n${counter}`;
    const earlier = this.untimedPrints.get(id) ?? 0;
    if (this.untimedPrints.size >= maxDistributions) this.untimedPrints.clear();
    this.untimedPrints.set(id, earlier + 1);
    return earlier === 0 ? counter : `${counter}, print ${earlier + 1}`;
  }

  /** Scripts may sum negative values (`quantize(x, -1)`), and 64-bit sums are not exact as doubles. */
  private noCount(): void {
    const message = 'A count below 0 or above 2^53 was skipped, with its bucket or stack.';
    this.problem('no-count', 'warning', message);
  }

  private date(line: string): Verdict | null {
    const found = dateLine(line);
    if (found === null) return null;
    this.release();
    this.nextPrint();
    this.print++;
    this.ts = this.clock.at(found.date, null);
    this.tables.at(this.ts);
    for (const part of found.rest.split(',')) {
      const match = /^\s*([A-Za-z][\w %/-]{0,40}):?\s+(-?[\d.]{1,20})(?: ([A-Za-z/%]{1,8}))?\s*$/.exec(part);
      if (match === null) continue;
      const [, counter = '', value, unit = null] = match;
      const table = new MetricTable(this.out, null, this.tables.command || 'dtrace', [
        { counter, unit: unit === 'KB' ? 'kB' : unit },
      ]);
      table.write(null, [Number(value)], { ts: this.ts, row: this.print, sinceBoot: false });
    }
    return 'used';
  }

  /** Messages of DTrace: lost records are a problem, an error of a probe is an event. */
  private dtraceMessage(line: string, place: Position): Verdict | null {
    if (isMessage(line)) return this.used();
    const complaint = complaintIn(line);
    if (complaint === null) return null;
    this.release();
    if (/\bdrops?\b/.test(complaint)) {
      this.problem('drops', 'warning', 'DTrace dropped records here, which are missing.');
    } else
      this.events.write('dtrace', complaint, place, {
        level: /error|fail|invalid/i.test(complaint) ? 'error' : 'info',
      });
    return 'used';
  }

  /** Between a stack and its value, a line is a key. */
  private keyBelow(line: string, place: Position): boolean {
    if (this.keys.length >= maxKeys || !/^ {1,16}\S/.test(line) || scalarsIn(line) !== null) return false;
    if (this.isTranscript && /^\s*[A-Z][a-z]+ [a-z]+ /.test(line)) return false;
    if (isMessage(line) || complaintIn(line) !== null) return false;
    this.keys.push({
      text: line.trim().slice(0, longestKey),
      whole: line,
      line: place.line,
      offset: place.offset,
    });
    return true;
  }

  /** Text that a program prints; a key or a title if a histogram or values follow. */
  private text(line: string, place: Position): Verdict {
    this.release();
    const text = line.trim();
    this.keys.push({
      text: this.isTranscript ? text.slice(0, longestKey) : text,
      whole: line,
      line: place.line,
      offset: place.offset,
    });
    return this.isTranscript ? 'held' : 'used';
  }

  private used(): Verdict {
    return 'used';
  }

  private takeKeys(): string[] {
    const keys = this.keys.map(({ text }) => text.trim());
    this.keys.length = 0;
    this.settle('used');
    return keys;
  }

  /** Makes text above values their title. */
  private entitle(): void {
    const text = this.keys.at(-1)?.text;
    if (text === undefined || !/[:,]$/.test(text)) {
      this.release();
      return;
    }
    this.takeTitle(text);
  }

  private takeTitle(text: string): void {
    this.title = text.replace(/(?<![:,\s])[:,\s]+$/, '').slice(0, longestKey);
    this.takeKeys();
    this.nextPrint();
  }

  private nextPrint(): void {
    if (this.occurrences.size === 0 && this.lastOf.size === 0) return;
    this.print++;
    this.occurrences.clear();
    this.lastOf.clear();
  }

  /** Gives held lines as what they are by themselves, because nothing that follows belongs to them. */
  private release(): void {
    this.releaseProbe();
    this.giveKeysAsText();
  }

  private giveKeysAsText(): void {
    for (const { text, line, offset } of this.keys) {
      if (this.isTranscript) this.documentation(text, { line, offset });
      else this.events.write('printf', text, { line, offset });
    }
    this.keys.length = 0;
    this.settle('skipped');
  }

  private releaseProbe(): void {
    const { probe, bulk } = this;
    if (probe === null) {
      if (this.stacks.depth > 0) this.stackAlone();
      return;
    }
    this.probe = null;
    const colon = probe.probe.lastIndexOf(':');
    const name = probe.probe.slice(colon + 1);
    const func = probe.probe.slice(0, colon);
    this.events.write(probe.probe, probe.text.trim(), this.probePlace, {
      cpu: probe.cpu,
      fieldSchema: this.probes,
      fields: [
        func === '' ? none : bulk.string(func),
        bulk.string(name),
        probe.id < 0 ? Number.NaN : probe.id,
      ],
      stack: this.stacks.take(),
    });
  }

  /** A stack without a value and without a probe: from a script that prints only stack(). */
  private stackAlone(): void {
    const place = { line: this.lineNumber, offset: this.lineOffset };
    this.events.write('stack', '', place, { stack: this.stacks.take() });
  }

  private documentation(text: string, { line, offset }: Position): void {
    const bytes = ascii(text);
    this.out.problem({
      code: 'documentation',
      severity: 'notice',
      line,
      offset,
      message: 'Prose and commands around the outputs were left out.',
      example: { bytes, start: 0, end: bytes.length },
    });
  }

  private reportUntimed(): void {
    this.hasReportedUntimed = true;
    const message = 'Calls are in the order of their lines: without times they have no durations.';
    this.problem('no-durations', 'notice', message);
  }
}

const numbered = (name: string, at: number): string => (at === 0 ? name : `${name} ${at + 1}`);

/** False for a path, an address, a number and a symbol, which are keys of other kinds. */
const mayBeProcess = (name: string): boolean =>
  name.length <= 30 && /[A-Za-z]/.test(name) && !/^(?:\.{0,2}\/|0x[0-9a-f]+$)|`/.test(name);
