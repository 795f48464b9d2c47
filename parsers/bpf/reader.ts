import type { BulkOutput } from '../bulk.ts';
import {
  type None,
  none,
  type Options,
  type Severity,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { offCpu } from '../event-meanings.ts';
import { isCount } from '../kit/bounds.ts';
import { decode } from '../kit/bytes.ts';
import { TextHistogram, unitNamed } from '../kit/histogram-text.ts';
import { idOf } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { isTranscript, promptCommand, toolOf } from '../kit/transcript.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import { BpfClock } from './clock.ts';
import { type MapText, namesOfStacks, OpenMap, opensKey, readMap } from './maps.ts';
import { messageKind } from './messages.ts';
import { LatencyPercentiles, type Stated, unclaimedIn } from './percentages.ts';
import { nanosOf, StackBlock, stackKind } from './stack-block.ts';
import { Stacks } from './stacks.ts';
import { Tables } from './tables.ts';
import { isHeader } from './tools.ts';

/** Maximum length of the stack text in a histogram's instance. */
const longestInstance = 4000;

/**
 * Reads the output of bpftrace and of the tools of bcc, libbpf-tools and perf-tools. All print tables,
 * histograms, stacks with a number, and times between them; bpftrace also prints maps. Nothing announces what
 * follows, so each line is recognised by itself.
 */
export class BpfReader extends TextReader {
  private readonly clock: BpfClock;
  private readonly stacks = new Stacks(this.out);
  private readonly tables: Tables;
  private readonly block = new StackBlock();
  private readonly message = new Utf8Buffer();
  private readonly transcript: boolean;
  private readonly printf: TextId;
  /** Names of maps with stacks in their keys. */
  private readonly ofStacks: Set<string>;
  private histogram: TextHistogram | null = null;
  /** Series of the open histogram, if a map or a caption names it. */
  private histogramOf: {
    readonly counter: string;
    readonly instance: string | null;
    readonly unit: string | null;
  } | null = null;
  private map: OpenMap | null = null;
  /** Caption above the next histogram or table: `operation = 'read'`. */
  private caption = '';
  /** The open biolatpcts table. */
  private percentiles: LatencyPercentiles | null = null;
  /** Blank lines since the last line with text. */
  private blanks = 0;
  /** Command of the last prompt, and the tool's line about what it traces. */
  private command = '';
  private tracing = '';
  private hasReportedAssumed = false;
  /** Position where the open stack begins. */
  private blockAt: Position = { line: 0, offset: 0 };

  constructor(
    out: BulkOutput,
    options: Options,
    /** True for bpftrace, where any line may come from printf(). */
    private readonly printsLines: boolean,
  ) {
    super(out, options);
    this.clock = new BpfClock(out, options, (...problem) => this.problem(...problem));
    this.tables = new Tables(out, this.stacks, this.clock);
    this.transcript = isTranscript(options.head);
    this.printf = out.string('printf');
    this.ofStacks = namesOfStacks(decode(options.head, 0, options.head.length));
  }

  protected read(line: string): Verdict {
    this.blanks = 0;
    const isInterrupt = line.startsWith('^C');
    if (isInterrupt && line.length === 2) return 'used';
    const text = isInterrupt ? `  ${line.slice(2)}` : line;
    if (this.map !== null) return this.keyLine(text);
    if (this.histogram !== null) {
      if (this.histogram.add(text)) return 'used';
      this.endHistogram();
    }
    if (text.startsWith('@')) return this.mapLine(text);
    const first = text.charCodeAt(0);
    const isIndented = first === 0x20 || first === 0x09;
    if (isIndented && this.tables.frame(text)) return 'used';
    if (this.tables.row(text, this.lineNumber, this.lineOffset)) return 'used';
    return this.other(text, isIndented);
  }

  /** Reads a line that is not a row of the open table. */
  private other(text: string, isIndented: boolean): Verdict {
    const histogram = mayBeHistogram(text) ? TextHistogram.begin(text) : null;
    if (histogram !== null) return this.begin(histogram);
    if (isHeader(text)) return this.header(text);
    if (isIndented) {
      const verdict = this.stackLine(text);
      if (verdict !== null) return verdict;
    }
    this.endBlock();
    return (
      this.numbers(text) ??
      this.timeLine(text) ??
      this.promptLine(text) ??
      this.toolMessage(text) ??
      this.free(text)
    );
  }

  private header(text: string): Verdict {
    this.endBlock();
    this.tables.begin(text, this.command, this.takeCaption());
    return 'used';
  }

  // Histograms:

  private begin(histogram: TextHistogram): Verdict {
    this.endBlock();
    this.histogram = histogram;
    this.tables.close();
    const { measured, unit } = histogram;
    const counter = measured === '' ? 'distribution' : measured;
    this.histogramOf ??= { counter, instance: this.takeCaption() || null, unit };
    return 'used';
  }

  private takeCaption(): string {
    const { caption } = this;
    this.caption = '';
    return caption;
  }

  private endHistogram(): void {
    const { histogram, histogramOf: of } = this;
    this.histogram = null;
    this.histogramOf = null;
    if (histogram === null || of === null) return;
    const { counter, instance, unit } = of;
    const series = this.out.series({
      object: counter.startsWith('@') ? 'bpftrace' : tracedBy(this.tracing) || this.command || 'histogram',
      instance,
      counter,
      unit,
      host: null,
      cumulative: false,
    });
    const ts = this.clock.now(`${series}h`);
    for (const { low, high, count } of histogram.buckets()) {
      if (!isCount(count))
        this.problem('no-count', 'warning', 'A count below 0 or above 2^53 was skipped, with its bucket.');
      else
        this.out.row('histogram', {
          series,
          ts,
          low: low ?? Number.NaN,
          high: high ?? Number.NaN,
          count,
        });
    }
  }

  // Maps:

  private mapLine(text: string): Verdict {
    this.endBlock();
    this.tables.close();
    const map = readMap(text);
    if (map !== null) return this.mapValue(this.withStack(map));
    if (!opensKey(text)) return this.free(text);
    this.map = new OpenMap(text);
    return 'held';
  }

  /** A stack may be empty, as `kstack` is in user space: its key is on one line, `@[, node]`. */
  private withStack(map: MapText): MapText {
    if (!map.key.includes('') || !this.ofStacks.has(map.name)) return map;
    return { ...map, key: map.key.filter(each => each !== ''), frames: [] };
  }

  private keyLine(text: string): Verdict {
    const map = this.map!;
    if (!map.add(text)) {
      this.map = null;
      this.settle('skipped');
      return this.unknown('The key of a map that begins before this line has no end; it was skipped.');
    }
    if (map.result === null) return 'held';
    this.map = null;
    this.settle('used');
    this.ofStacks.add(map.result.name);
    return this.mapValue(map.result);
  }

  private mapValue(map: MapText): Verdict {
    const { name, key, frames, value } = map;
    const unit = unitNamed(name.slice(1));
    if (value === '') {
      const words = frames === null ? key : [...key, frames.join(';').slice(0, longestInstance)];
      this.histogramOf = { counter: name, instance: words.length === 0 ? null : words.join(', '), unit };
      return 'used';
    }
    const stats = /^count (\d{1,20}), average (-?\d{1,20}), total (-?\d{1,20})$/.exec(value);
    if (frames !== null) return this.stackValue(map, unit, stats);
    if (stats !== null) {
      const [, count, average, total] = stats;
      this.point(`${name} count`, key, null, Number(count));
      this.point(`${name} average`, key, unit, Number(average));
      this.point(`${name} total`, key, unit, Number(total));
      return 'used';
    }
    const amount = number(value);
    if (Number.isNaN(amount))
      return this.lineEvent(`${name}${key.length > 0 ? `[${key.join(', ')}]` : ''}: ${value}`, Number.NaN);
    this.point(name, key, unit, amount);
    return 'used';
  }

  private point(counter: string, key: readonly string[], unit: string | null, value: number): void {
    const instance = key.length === 0 ? null : key.join(', ');
    const series = this.out.series({
      object: this.printsLines ? 'bpftrace' : this.command || 'tool',
      instance,
      counter,
      unit,
      host: null,
      cumulative: false,
    });
    this.out.metric(series, this.clock.now(series), value, this.clock.row, false);
  }

  /** A map with a stack in its key counts samples: `@[kstack, comm] = count()`. */
  private stackValue(
    { name, key, frames, value }: MapText,
    unit: string | null,
    stats: RegExpExecArray | null,
  ): Verdict {
    const count = stats === null ? number(value) : Number(stats[1]);
    if (Number.isNaN(count)) return this.unknown('A stack without a number was skipped.');
    const nanos = nanosOf(stats === null ? count : Number(stats[3]), unit);
    const isTime = !Number.isNaN(nanos);
    this.sample(
      this.keyThread(key),
      `bpftrace ${name}`,
      isTime && stats === null ? 1 : count,
      isTime ? nanos : Number.NaN,
      frames!,
    );
    return 'used';
  }

  /**
   * Keys beside stacks are nearly always `comm`, or `comm` and `pid` in either order. Any other key becomes
   * the name as a whole.
   */
  private keyThread(key: readonly string[]): ThreadId | None {
    if (key.length === 0) return none;
    const texts = key.filter(each => !/^\d+$/.test(each));
    const [text] = texts;
    const pid = texts.length === 1 && key.length === 2 ? key.find(each => each !== text) : undefined;
    const named = pid === undefined ? key.join(', ') : text!;
    return this.out.thread(this.out.string(named), idOf(pid), -1);
  }

  // Stacks:

  /** Reads a line of a stack, or the number that ends it; null if the line is neither. */
  private stackLine(text: string): Verdict | null {
    const { block } = this;
    const wasOpen = block.isOpen;
    const done = block.add(text);
    if (done === 'more') {
      if (!wasOpen) this.blockAt = { line: this.lineNumber, offset: this.lineOffset };
      return 'held';
    }
    if (done === 'none') return null;
    this.giveBlock();
    return 'used';
  }

  private giveBlock(): void {
    const { block } = this;
    this.settle('used');
    const isCounted = block.isCounted;
    const { kind, unit } = this.kindOf();
    const { process, pid, frames, count, bytes } = block.take(kind === offCpu);
    const nanos = isCounted ? bytes : nanosOf(count, unit);
    const thread = process === null ? none : this.out.thread(this.out.string(process), pid, -1);
    this.sample(thread, kind, isCounted || Number.isNaN(nanos) ? count : 1, nanos, frames);
  }

  private kindOf(): { readonly kind: string; readonly unit: string | null } {
    if (this.block.isCounted) return { kind: 'outstanding allocation', unit: null };
    const said = stackKind(this.tracing, this.command);
    if (said !== null) return said;
    if (!this.block.isWait) return { kind: 'stack', unit: null };
    if (!this.hasReportedAssumed) {
      this.hasReportedAssumed = true;
      this.problem(
        'unit-assumed',
        'notice',
        'The output does not say what the numbers of these stacks are; as threads sleep in them, they are read as microseconds off CPU.',
      );
    }
    return { kind: offCpu, unit: 'us' };
  }

  private sample(
    thread: ThreadId | None,
    kind: string,
    weight: number,
    period: number,
    frames: readonly string[],
  ): void {
    if (!isCount(weight) || !(Number.isNaN(period) || isCount(period))) {
      this.problem('no-count', 'warning', 'A count below 0 or above 2^53 was skipped, with its stack.');
      return;
    }
    const stack: StackId | None = frames.length === 0 ? none : this.stacks.of(frames);
    this.out.sample(this.clock.last, -1, thread, this.out.string(kind), weight, period, stack);
  }

  /**
   * Drops the lines held as a stack, because no number followed. A stack whose number came first (memleak) is
   * kept.
   */
  private endBlock(): void {
    const { block } = this;
    if (!block.isOpen) return;
    if (block.isCounted) {
      this.giveBlock();
      return;
    }
    block.clear();
    this.settle('skipped');
    if (this.transcript) this.report(this.blockAt, 'prose', 'notice', prose);
    else
      this.report(
        this.blockAt,
        'stack-without-number',
        'warning',
        'Lines that look like a stack have no number after them; they were left out.',
      );
  }

  private report({ line, offset }: Position, code: string, severity: Severity, message: string): void {
    this.out.problem({ code, severity, line, offset, message });
  }

  // Lines outside of tables:

  /** `[21:45:09]`, `06:20:16`, `08:00:23 loadavg: …`, and times followed by a message. */
  private timeLine(text: string): Verdict | null {
    const rest = this.clock.line(text);
    if (rest === null) return null;
    if (rest === '' || /^loadavg: |^Buffers MB: |^Top \d+ stacks /.test(rest)) return 'used';
    const numbers = unclaimedIn(rest);
    if (numbers !== null) return this.points(numbers);
    const stated = /^([A-Za-z][\w/]{0,60}): (\d{1,15}(?:\.\d{1,9})?)$/.exec(rest);
    if (stated !== null) {
      this.point(stated[1]!, [], null, Number(stated[2]));
      return 'used';
    }
    const at = rest.indexOf('@');
    const map = at < 0 ? null : readMap(rest.slice(at));
    if (map !== null && map.value !== '') return this.mapValue(map);
    // A row of another tool's table.
    return rest.includes('   ') ? null : this.lineEvent(rest, this.clock.last);
  }

  /** Numbers outside of tables: */
  private numbers(text: string): Verdict | null {
    const numbers = unclaimedIn(text) ?? this.percentiles?.row(text);
    if (numbers) return this.points(numbers);
    const titles = LatencyPercentiles.of(text);
    if (titles === null) return null;
    this.percentiles = titles;
    return 'used';
  }

  private points(numbers: readonly Stated[]): Verdict {
    this.tables.close();
    for (const { counter, instance, unit, value } of numbers)
      this.point(counter, instance === null ? [] : [instance], unit, value);
    return 'used';
  }

  private promptLine(text: string): Verdict | null {
    const command = this.transcript ? promptCommand(text) : null;
    if (command === null) return null;
    if (this.command === '') this.out.about({ command });
    this.command = toolOf(command);
    this.tracing = '';
    this.tables.close();
    this.clock.nextRun();
    return 'used';
  }

  private toolMessage(text: string): Verdict | null {
    const kind = messageKind(text);
    if (kind === null) return null;
    if (kind === 'lost') {
      this.problem('lost-events', 'warning', 'The tool lost events, so its output is incomplete.');
    } else if (kind === 'failed') {
      this.problem('tool-failed', 'notice', 'The tool reports that a part of it does not work.');
    } else if (kind === 'tracing') this.tracing = text;
    else if (kind === 'interval') this.clock.setInterval(text);
    return 'used';
  }

  private free(text: string): Verdict {
    if (isCaption(text)) {
      this.caption = captionOf(text.trim());
      return 'used';
    }
    if (this.printsLines && !this.transcript) return this.lineEvent(text, Number.NaN);
    if (!this.transcript) return this.unknown();
    this.tables.close();
    this.problem('prose', 'notice', prose);
    return 'skipped';
  }

  private lineEvent(text: string, ts: number): Verdict {
    this.message.write(text);
    this.out.event({
      ts,
      kind: this.printf,
      thread: none,
      cpu: -1,
      message: { bytes: this.message.bytes, start: 0, end: this.message.length },
      fieldSchema: none,
      fields: [],
      stack: none,
      line: this.lineNumber,
      lines: 1,
      offset: this.lineOffset,
    });
    return 'used';
  }

  protected override separator(): void {
    this.endHistogram();
    this.endBlock();
    this.blanks++;
    // The values that bpftrace prints at its end come after two blank lines and cover the whole run.
    if (this.blanks === 2 && this.printsLines) this.clock.leave();
  }

  protected override finish(): void {
    this.endHistogram();
    this.endBlock();
    this.tables.flush();
    this.clock.finish();
  }
}

/** Cheap test before the regular expressions, because it runs for every line. */
const mayBeHistogram = (text: string): boolean =>
  text.includes('istribution') || text[0] === '[' || text[0] === '(';

interface Position {
  readonly line: number;
  readonly offset: number;
}

const prose = 'Text around the outputs of a session was skipped.';

/** `block device I/O` of `Tracing block device I/O... Hit Ctrl-C to end.` */
const tracedBy = (said: string): string =>
  /^(?:Tracing|Sampling|Timing) (\S.{0,80}?)(?:\.\.\.|, |$)/.exec(said)?.[1] ?? '';

/** `read` of `operation = 'read'`, `cpu 0` of `cpu = 0`. */
function captionOf(text: string): string {
  const [, name = '', value = text] = /^([^=:]+) = (.+)$/.exec(text) ?? [];
  const bare = value.replace(/^'(.*)'$/, '$1');
  return /^\d/.test(bare) ? `${name} ${bare}`.trim() : bare;
}

/** `operation = 'read'`, `cpu = 0`; for argdist its probe: `p:c:malloc(size_t size):size_t:size`. */
const isCaption = (text: string): boolean =>
  text.length < 300 &&
  (/^[A-Za-z][\w #]{0,40} = \S/.test(text) || /^(?:[prtu]|USDT)?:[\w./]*:\w+\(|^[TR]X$/.test(text));
