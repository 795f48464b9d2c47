import { type None, none, type Options, type Output, type StackId, type ThreadId } from '../contract.ts';
import { isCount } from '../kit/bounds.ts';
import { commands } from '../kit/commands.ts';
import { EventFields } from '../kit/event-fields.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { undated } from '../kit/undated.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import { type AlignedColumn, cellsOf, columnsOf, isRuler } from './aligned.ts';
import { samplesLine } from './entry.ts';
import { Hierarchy } from './hierarchy.ts';

const fact = /^# (hostname|os release|arch|nrcpus online|cmdline|captured on|perf version|cpudesc) +: (.*)$/;
const percent = /^(\d{1,3}\.\d{1,4})%$/;
const address = /^0x([0-9a-f]{1,16})$|^([0-9a-f]{16})$/;

/** Columns that samples use, by their titles. */
const known = {
  self: ['Self', 'Overhead'],
  children: ['Children'],
  samples: ['Samples'],
  period: ['Period'],
  command: ['Command'],
  task: ['Pid:Command', 'Tid:Command', 'Pid: Command', 'Tid: Command'],
  module: ['Shared Object', 'Source Shared Object'],
  symbol: ['Symbol', 'Source Symbol'],
  cpu: ['CPU'],
} as const;

type Known = keyof typeof known;

/**
 * `perf report --stdio`: a row becomes a sample of one frame without a time. Its weight is the count of `-n`, or else
 * hundredths of a percent as printed, and the kind says so. Rows of `perf mem report` also become events, with every
 * column as a field.
 */
export class ReportReader extends TextReader {
  private readonly fields = new EventFields(this.out);
  private readonly text = new Utf8Buffer();
  private event = 'samples';
  private titles = '';
  private columns: readonly AlignedColumn[] = [];
  private places: Partial<Record<Known, number>> = {};
  private hierarchy: Hierarchy | null = null;
  private isMemory = false;
  private callChains = 0;
  private firstChain = { line: -1, offset: 0 };
  private hasReportedLost = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    out.clock(undated(options, 'none'));
  }

  protected read(line: string): Verdict {
    if (line.startsWith('#')) return this.comment(line);
    const lowest = this.hierarchy?.add(line);
    if (lowest === null) return 'used';
    if (lowest !== undefined) return this.row(line, lowest);
    const cells = this.columns.length === 0 ? [] : cellsOf(this.columns, line);
    const at = this.places.self ?? this.places.children ?? 0;
    const share = percent.exec(cells[at] ?? '');
    if (share !== null && this.hierarchy === null) return this.row(line, cells);
    // Lines below a row draw its call chain.
    if (/^ {2}[ |]*(?:\||--|[\w[(0-9])|^\d+ \S+$/.test(line) || /^\s+-{1,3}/.test(line)) {
      if (this.callChains++ === 0) this.firstChain = { line: this.lineNumber, offset: this.lineOffset };
      return 'skipped';
    }
    return this.unknown();
  }

  private comment(line: string): Verdict {
    const event = samplesLine.exec(line)?.[1];
    if (event !== undefined) {
      this.endHierarchy();
      this.event = event;
      this.columns = [];
    }
    const [, key, value = ''] = fact.exec(line) ?? [];
    if (key !== undefined) this.fact(key, value.trim());
    if (isRuler(line)) this.begin(line);
    const lost = /^# Total Lost Samples: +(\d+)/.exec(line)?.[1];
    if (lost !== undefined && lost !== '0' && !this.hasReportedLost) {
      this.hasReportedLost = true;
      this.problem('lost-samples', 'warning', `perf lost ${lost} samples.`);
    }
    this.titles = line;
    return 'used';
  }

  private fact(key: string, value: string): void {
    const { out } = this;
    if (key === 'hostname') out.about({ host: value });
    else if (key === 'os release') out.about({ os: `Linux ${value}` });
    else if (key === 'arch') out.about({ arch: value });
    else if (key === 'cmdline') out.about({ command: value });
    else if (key === 'nrcpus online') out.about({ cpus: Number(value) });
    else out.about({ other: { [key]: value } });
  }

  private begin(ruler: string): void {
    this.endHierarchy();
    this.hierarchy = Hierarchy.of(this.titles);
    this.columns =
      this.hierarchy?.titles.map(title => ({ title, start: 0, end: 0 })) ?? columnsOf(this.titles, ruler);
    this.places = {};
    for (const [name, titles] of Object.entries(known) as [Known, readonly string[]][]) {
      const at = this.columns.findIndex(({ title }) => titles.includes(title));
      if (at >= 0) this.places[name] = at;
    }
    this.isMemory = this.columns.some(({ title }) => title === 'Memory access' || title === 'Data Symbol');
  }

  private endHierarchy(): void {
    const lowest = this.hierarchy?.end() ?? null;
    this.hierarchy = null;
    if (lowest !== null) this.row('', lowest);
  }

  private row(line: string, cells: readonly string[]): Verdict {
    const { out, places } = this;
    const cell = (name: Known): string => (places[name] === undefined ? '' : (cells[places[name]] ?? ''));
    const share = Number(percent.exec(cell('self'))?.[1] ?? 0);
    const isCounted = /^\d+$/.test(cell('samples'));
    const kind = isCounted ? `${this.event} (perf report)` : `${this.event} (perf report, 0.01 %)`;
    const weight = isCounted ? Number(cell('samples')) : Math.round(share * 100);
    const period = /^\d+$/.test(cell('period')) ? Number(cell('period')) : Number.NaN;
    if (!isCount(weight) || !(Number.isNaN(period) || isCount(period)))
      return this.unknown('A row was skipped whose number of samples or events is too large to be one.');
    const cpu = /^\d{1,9}$/.test(cell('cpu')) ? Number(cell('cpu')) : -1;
    const thread = this.thread(cell('command'), cell('task'));
    if (weight > 0) out.sample(Number.NaN, cpu, thread, out.string(kind), weight, period, this.stack(cell));
    if (places.children !== undefined) this.inclusive(cell);
    if (this.isMemory) this.memory(line, cells, thread);
    return 'used';
  }

  private thread(command: string, task: string): ThreadId | None {
    const [, pid, name = ''] = /^(\d{1,9}): ?(.*)$/.exec(task) ?? [];
    if (pid !== undefined) return this.out.thread(this.out.string(name), -1, Number(pid));
    return command === '' ? none : this.out.thread(this.out.string(command), -1, -1);
  }

  /** `[.] main`: the mark distinguishes kernel and user space, as the module does. */
  private stack(cell: (name: Known) => string): StackId | None {
    const { out } = this;
    const symbol = cell('symbol').replace(/^\[.\] /, '');
    const module = out.string(cell('module') === '' ? '[unknown]' : cell('module'));
    if (symbol === '' && cell('module') === '') return none;
    const [, hex, bare] = address.exec(symbol) ?? [];
    const at = hex ?? bare;
    const frame =
      symbol === '' || at !== undefined
        ? out.frame(out.string('[unknown]'), module, at === undefined ? null : BigInt(`0x${at}`))
        : out.frame(out.string(symbol), module);
    return out.stack(none, frame);
  }

  /**
   * Share of a function including its callees: not a sum of samples, because callers contain the share of their
   * callees.
   */
  private inclusive(cell: (name: Known) => string): void {
    const value = Number(percent.exec(cell('children'))?.[1] ?? Number.NaN);
    const name = [cell('symbol').replace(/^\[.\] /, ''), cell('module')]
      .filter(each => each !== '')
      .join(' in ');
    if (Number.isNaN(value) || name === '') return;
    const process = cell('command');
    const series = this.out.series({
      ...{ object: 'function', instance: name, counter: `${this.event} with children`, unit: '%' },
      ...{ host: null, cumulative: false },
      ...(process !== '' && { task: { process, pid: -1, tid: -1 } }),
    });
    this.out.metric(series, Number.NaN, value, 0, false);
  }

  private memory(line: string, cells: readonly string[], thread: ThreadId | None): void {
    const { fields, out, text } = this;
    fields.begin();
    const seen = new Set<string>();
    this.columns.forEach(({ title }, at) => {
      const cell = cells[at] ?? '';
      if (title === '' || seen.has(title)) return;
      seen.add(title);
      const value = number(cell.replace(/%$/, ''));
      const isNumber = !Number.isNaN(value);
      if (cell.endsWith('%') && isNumber)
        fields.add(fields.kind({ key: title, type: 'number', unit: '%' }), value);
      else if (isNumber) fields.add(fields.kind({ key: title, type: 'number' }), value);
      else fields.add(fields.kind({ key: title, type: 'text' }), cell === '' ? none : out.string(cell));
    });
    text.write(line.trim());
    out.event({
      ...{ ts: Number.NaN, kind: out.string('perf mem'), thread, cpu: -1, stack: none },
      message: { bytes: text.bytes, start: 0, end: text.length },
      ...{ fieldSchema: fields.schema(), fields: fields.values },
      ...{ line: this.lineNumber, lines: 1, offset: this.lineOffset },
    });
  }

  protected override finish(): void {
    this.endHierarchy();
    if (this.callChains === 0) return;
    this.out.problem({
      code: 'call-chains-left-out',
      severity: 'notice',
      ...this.firstChain,
      message: `Drawings of call chains were left out: ${this.callChains} lines. The recording has every stack: import it, or ${commands.perfScript.command}.`,
    });
  }
}
