/**
 * JSON as sysstat writes it: `sadf -j`, and `-o JSON` of mpstat, iostat, pidstat, cifsiostat and tapestat.
 *
 *     {"sysstat": {"hosts": [{"nodename": "web1", …, "statistics": [
 *       {"timestamp": {"date": "2026-11-21", "time": "13:20:19", "tz": "UTC", "interval": 600},
 *        "cpu-load": [{"cpu": "all", "usr": 2.15, …}], "network": {"net-dev": [{"iface": "lo", …}]}}, …
 */
import type { Options, Output } from '../contract.ts';
import { ActivityRows } from '../families/sysstat/activities.ts';
import { noteEvent } from '../families/sysstat/events.ts';
import { isActivity, type Row } from '../families/sysstat/keys.ts';
import { decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPlace, JsonPosition } from '../kit/json-stream.ts';
import { type Json, parsed, textOf } from '../kit/json-values.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { type ReadMoment, readMoment } from '../kit/metrics/moments.ts';
import type { Moment } from '../kit/metrics/series.ts';
import { PacedClock, readDate, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { reportUntimed } from '../kit/untimed.ts';

/** Tools whose first report covers the time since boot. */
const reportsSinceBoot = ['avg-cpu', 'filesystem', 'tape'];

const places: JsonPlace = {
  sysstat: { hosts: { '[]': { statistics: {}, restarts: {}, comments: {} } } },
};

export class SysstatJson extends JsonDocuments {
  private readonly clock: MomentClock;
  private times: WallClock | null = null;
  private paced: PacedClock | null = null;
  private rows: ActivityRows | null = null;
  private row = 0;
  /** What the document says of the current host. */
  private facts: Record<string, Json> = {};
  /** The array that is being read. */
  private array = '';

  constructor(
    out: Output,
    private readonly options: Options,
  ) {
    super(out, places);
    this.clock = new MomentClock(out, options, 'row-times');
  }

  protected override finish(): void {
    this.times?.finish();
  }

  enter(key: string): void {
    this.array = key;
    if (key !== '[]') return;
    this.facts = {};
    this.rows = null;
  }

  value(
    key: string,
    _depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    const value = parsed(decode(bytes, start, end));
    if (key !== '[]') {
      this.facts[key] = value;
      return true;
    }
    if (!isRow(value)) {
      this.problem('bad-sample', 'warning', 'A sample that is not a JSON object was skipped.', at);
      return false;
    }
    if (this.rows === null) this.about();
    if (this.array === 'statistics') this.sample(value, at);
    else for (const [kind, what] of Object.entries(value)) if (isRow(what)) this.event(kind, what, at);
    return true;
  }

  /** Reads the facts of a host before its first element. */
  private about(): void {
    const [host, system, release, arch, cpus] = [
      'nodename',
      'sysname',
      'release',
      'machine',
      'number-of-cpus',
    ].map(key => this.facts[key]);
    this.rows = new ActivityRows(this.out, textOf(host) || null);
    this.out.about({
      host: textOf(host),
      ...(system === undefined ? {} : { os: `${textOf(system)} ${textOf(release)}`.trim() }),
      ...(arch === undefined ? {} : { arch: textOf(arch) }),
      ...(cpus === undefined ? {} : { cpus: Number(cpus) }),
    });
  }

  private sample(sample: Row, place: JsonPosition): void {
    const ts = this.timeOf(sample.timestamp, place);
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

  private timeOf(timestamp: unknown, place: JsonPosition): number {
    const moment = momentOf(timestamp, this.options.modified);
    if (moment !== null) return this.checkedTime(this.clock.at(moment), place);
    const time = typeof timestamp === 'string' ? timeOfDay(timestamp) : null;
    if (time === null) {
      if (timestamp !== undefined) this.checkedTime(Number.NaN, place);
      this.paced ??= new PacedClock(this.out, this.options);
      return this.paced.at(this.row);
    }
    if (this.times === null) {
      const date = readDate(textOf(this.facts.date), this.options.modified);
      this.times = new WallClock(this.out, this.options, {
        domain: 'local',
        zone: null,
        source: 'row-times',
        ...(date === null ? {} : { dateFrom: 'banner', orderAssumed: date.isGuess }),
        error: time.precision,
      });
      if (date !== null) this.times.setDate(date.days);
    }
    return this.checkedTime(this.times.at(this.times.nearestSeconds(time.seconds), time.nanos), place);
  }

  private checkedTime(ts: number, place: JsonPosition): number {
    if (Number.isNaN(ts)) reportUntimed(this.out, place);
    return ts;
  }

  private event(kind: string, what: Row, place: JsonPosition): void {
    const moment = momentOf(what, this.options.modified);
    const text = kind === 'boot' ? `restart (${what.cpu_count} CPU)` : String(what.com ?? '');
    noteEvent(this.out, {
      ts: this.checkedTime(moment === null ? Number.NaN : this.clock.at(moment), place),
      kind: kind === 'boot' ? 'restart' : 'comment',
      text,
      line: place.line,
      offset: place.offset,
    });
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
