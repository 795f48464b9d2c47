/**
 * JSON as sysstat writes it: `sadf -j`, and `-o JSON` of mpstat, iostat, pidstat, cifsiostat and tapestat.
 *
 *     {"sysstat": {"hosts": [{"nodename": "web1", …, "statistics": [
 *       {"timestamp": {"date": "2026-11-21", "time": "13:20:19", "tz": "UTC", "interval": 600},
 *        "cpu-load": [{"cpu": "all", "usr": 2.15, …}], "network": {"net-dev": [{"iface": "lo", …}]}}, …
 */
import { type Options, type Output, ParseError } from '../contract.ts';
import { ActivityRows } from '../families/sysstat/activities.ts';
import { noteEvent } from '../families/sysstat/events.ts';
import { isActivity, type Row } from '../families/sysstat/keys.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { type ReadMoment, readMoment } from '../kit/metrics/moments.ts';
import type { Moment } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock, readDate, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { ElementScanner } from './elements.ts';

/** Tools whose first report covers the time since boot. */
const reportsSinceBoot = ['avg-cpu', 'filesystem', 'tape'];

/** A key outside elements with its text or number. */
const fact = /"(nodename|sysname|release|machine|number-of-cpus|date)"\s*:\s*(?:"([^"]*)"|(\d+))/g;

export class SysstatJson extends TextReader {
  private readonly scanner = new ElementScanner(['statistics', 'restarts', 'comments'], (array, json) =>
    this.element(array, json),
  );
  private readonly clock: MomentClock;
  private times: WallClock | null = null;
  private paced: PacedClock | null = null;
  private rows: ActivityRows | null = null;
  private host = '';
  private row = 0;
  /** What the document says of the current host, by key. */
  private readonly facts = new Map<string, string>();
  private failed = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new MomentClock(out, options, 'row-times');
  }

  protected read(line: string): Verdict {
    this.failed = false;
    if (!this.scanner.push(line)) {
      throw new ParseError(
        'bad-json',
        'The text is not JSON from here on; the samples before were read.',
        this.lineOffset,
        this.lineNumber,
      );
    }
    if (this.scanner.isInElement) return 'held';
    const verdict = this.failed ? 'skipped' : 'used';
    this.settle(verdict);
    return verdict;
  }

  private element(array: string, json: string): void {
    const value = this.parse(json);
    if (value === null) return;
    this.about();
    if (array === 'statistics') this.sample(value);
    else for (const [kind, what] of Object.entries(value)) if (isRow(what)) this.event(kind, what);
  }

  private parse(json: string): Row | null {
    try {
      const value: unknown = JSON.parse(json);
      if (isRow(value)) return value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    this.failed = true;
    this.problem('bad-sample', 'warning', 'A sample that is not a JSON object was skipped.');
    return null;
  }

  /** Reads the facts of a host before its first element. */
  private about(): void {
    for (const [, key = '', text, number] of this.scanner.takeOutside().matchAll(fact))
      this.facts.set(key, text ?? number ?? '');
    const facts = (key: string) => this.facts.get(key);
    const host = facts('nodename') ?? '';
    if (this.rows !== null && host === this.host) return;
    this.host = host;
    this.rows = new ActivityRows(this.out, host === '' ? null : host);
    const [system, release, arch, cpus] = ['sysname', 'release', 'machine', 'number-of-cpus'].map(facts);
    this.out.about({
      host,
      ...(system === undefined ? {} : { os: `${system} ${release ?? ''}`.trim() }),
      ...(arch === undefined ? {} : { arch }),
      ...(cpus === undefined ? {} : { cpus: Number(cpus) }),
    });
    this.date = facts('date');
  }

  private date: string | undefined;

  private sample(sample: Row): void {
    const ts = this.timeOf(sample.timestamp);
    const sinceBoot = this.row === 0 && (reportsSinceBoot.some(key => key in sample) || isIostat(sample));
    const at: Moment = { ts, row: this.row++, sinceBoot };
    for (const [activity, value] of Object.entries(sample)) {
      if (activity !== 'timestamp') this.activity(activity, value, at);
    }
  }

  private activity(activity: string, value: unknown, at: Moment): void {
    if (Array.isArray(value)) {
      for (const row of value) if (isRow(row)) this.rowOf(activity, row, at);
    } else if (isRow(value)) this.rowOf(activity, value, at);
  }

  private rowOf(activity: string, row: Row, at: Moment): void {
    const { intr } = row;
    if (Array.isArray(intr)) {
      this.interrupts(activity, String(row.cpu), intr, at);
      return;
    }
    this.rows!.write(activity, row, at);
    for (const [key, value] of Object.entries(row)) {
      if (typeof value === 'object')
        this.activity(isActivity(key) || Array.isArray(value) ? key : activity, value, at);
    }
  }

  /** mpstat: the interrupts of one CPU, by name. */
  private interrupts(activity: string, cpu: string, list: readonly unknown[], at: Moment): void {
    for (const item of list) {
      if (!isRow(item) || typeof item.value !== 'number') continue;
      const counter = { counter: `${item.name}/s`, unit: '/s' };
      this.rows!.value(activity, 'interrupts', cpu, counter, item.value, at);
    }
  }

  private timeOf(timestamp: unknown): number {
    const moment = momentOf(timestamp, this.options.modified);
    if (moment !== null) return this.checkedTime(this.clock.at(moment));
    const time = typeof timestamp === 'string' ? timeOfDay(timestamp) : null;
    if (time === null) {
      if (timestamp !== undefined) this.checkedTime(Number.NaN);
      this.paced ??= new PacedClock(this.out, this.options);
      return this.paced.at(this.row);
    }
    if (this.times === null) {
      const date = readDate(this.date ?? '', this.options.modified);
      this.times = new WallClock(this.out, this.options, {
        domain: 'local',
        zone: null,
        source: 'row-times',
        ...(date === null ? {} : { dateFrom: 'banner', orderAssumed: date.isGuess }),
        error: time.precision,
      });
      if (date !== null) this.times.setDate(date.days);
    }
    return this.checkedTime(this.times.at(this.times.nearestSeconds(time.seconds), time.nanos));
  }

  private event(kind: string, what: Row): void {
    const moment = momentOf(what, this.options.modified);
    const text = kind === 'boot' ? `restart (${what.cpu_count} CPU)` : String(what.com ?? '');
    noteEvent(this.out, {
      ts: this.checkedTime(moment === null ? Number.NaN : this.clock.at(moment)),
      kind: kind === 'boot' ? 'restart' : 'comment',
      text,
      line: this.lineNumber,
      offset: this.lineOffset,
    });
  }

  protected override finish(): void {
    this.times?.finish();
    if (this.scanner.complete) return;
    this.settle('skipped');
    this.problem(
      'cut-off',
      'warning',
      'The document ends before it is complete; its last, incomplete sample was skipped.',
    );
  }
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** iostat names its devices with an underscore, sadf with a hyphen. */
const isIostat = ({ disk }: Row): boolean =>
  Array.isArray(disk) && isRow(disk[0]) && 'disk_device' in disk[0];

/** `{"date": …, "time": …, "tz": "UTC"}` (older: `"utc": 1`), or a text. */
function momentOf(timestamp: unknown, modified: bigint | null): ReadMoment | null {
  if (typeof timestamp === 'string') return readMoment(timestamp, modified);
  if (!isRow(timestamp) || typeof timestamp.date !== 'string') return null;
  const zone = typeof timestamp.tz === 'string' ? timestamp.tz : timestamp.utc === 1 ? 'UTC' : '';
  return readMoment(`${timestamp.date} ${timestamp.time} ${zone}`.trim(), modified);
}
