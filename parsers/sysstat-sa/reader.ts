/**
 * Reads the data files that sadc writes (`/var/log/sa/sa21`, `sar -o`), of sysstat 9.1.6 and later. The values are
 * those that sar computes from each record and the one before it, under sar's names.
 *
 * | record  | after its header |
 * |---------|------------------|
 * | sample  | per activity: the number of items if it varies, then the items |
 * | restart | the number of CPUs |
 * | comment | 64 bytes of text |
 */
import { type Options, type Output, ParseError, type Reader } from '../contract.ts';
import { noteEvent } from '../families/sysstat/events.ts';
import { ByteView } from '../kit/byte-view.ts';
import { epochNs, isInstant } from '../kit/civil.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { type ActivityLayout, layoutOf } from './activities.ts';
import { type FileActivity, readHeader, type SaHeader } from './header.ts';
import { type Item, type ItemPlace, itemsAt } from './items.ts';
import { oldActivitySize, oldRecord } from './old.ts';

/** Maximum size of a record. */
const maxRecord = 64 << 20;
const commentSize = 64;

/** Types of records; 5 to 15 contain only further structures. */
const sample = 1;
const restart = 2;
const lastSample = 3;
const comment = 4;

interface OpenActivity {
  readonly file: FileActivity;
  readonly layout: ActivityLayout;
  /** By columns: interrupts have one per CPU. */
  metrics: MetricTable;
  before: Map<string, Item>;
}

export class SaReader implements Reader {
  private pending: Uint8Array = new Uint8Array(0);
  private offset = 0;
  private header: SaHeader | null = null;
  private open: (OpenActivity | null)[] = [];
  private uptime = Number.NaN;
  private row = 0;

  constructor(
    private readonly out: Output,
    _options: Options,
  ) {}

  push(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.pending.length + chunk.length);
    bytes.set(this.pending);
    bytes.set(chunk, this.pending.length);
    let at = 0;
    for (let size = this.take(bytes); size > 0; size = this.take(bytes.subarray(at))) {
      at += size;
      this.offset += size;
      this.out.ledger(size, 0, 0);
    }
    this.pending = bytes.slice(at);
    if (this.pending.length > maxRecord) throw this.damaged(`A record is longer than ${maxRecord} bytes.`);
  }

  end(): void {
    if (this.pending.length === 0) return;
    this.out.problem({
      code: 'cut-off',
      severity: 'warning',
      line: -1,
      offset: this.offset,
      message: `The file ends within a record; its last ${this.pending.length} bytes were left out.`,
    });
    this.out.ledger(0, 0, this.pending.length);
  }

  /** Reads the header or one record, and returns its size; 0 while it is incomplete. */
  private take(bytes: Uint8Array): number {
    if (this.header !== null) return this.record(this.header, bytes);
    const header = readHeader(bytes);
    if (header === null) return 0;
    const size = header.extra
      ? extraSize(new ByteView(bytes, header.little), bytes.length, header.size)
      : header.size;
    if (size > 0) this.begin(header);
    return size;
  }

  private begin(header: SaHeader): void {
    this.header = header;
    const { host, system, release, machine, cpus, version, zone } = header;
    const other = { sysstat: version, ...(zone === '' ? {} : { zone }) };
    this.out.about({ host, os: `${system} ${release}`, arch: machine, cpus, other });
    this.out.clock({
      domain: 'utc',
      zero: epochNs(header.startSeconds, 0),
      utcOffset: 0n,
      zone: null,
      source: 'epoch-seconds',
      error: 1e9,
    });
    this.open = header.activities.map(file => this.openActivity(file));
  }

  private openActivity(file: FileActivity): OpenActivity | null {
    const layout = layoutOf(file);
    if (layout === null) {
      this.out.problem({
        code: 'unknown-activity',
        severity: 'notice',
        line: -1,
        offset: 0,
        message: `Activity ${file.id}${file.magic === 0 ? '' : ` in format ${file.magic.toString(16)}`} is not supported; its bytes were skipped.`,
      });
      return null;
    }
    const metrics = new MetricTable(this.out, this.header!.host, layout.object, layout.counters);
    return { file, layout, metrics, before: new Map() };
  }

  private record(header: SaHeader, bytes: Uint8Array): number {
    if (bytes.length < header.recordSize) return 0;
    const fields = new ByteView(bytes, header.little);
    if (header.old) return this.oldRecord(header, header.old.changing, fields, bytes.length);
    const type = fields.u8(header.recordType);
    if (type < 1 || type > 15) throw this.damaged(`A record of the unknown type ${type} follows.`);
    const isSample = type === sample || type === lastSample;
    // Further structures come before the items of a sample, but after the content of other records.
    const extra = header.recordExtra && fields.u32(16) !== 0;
    let at = header.recordSize;
    if (isSample && extra) at = extraSize(fields, bytes.length, at);
    const start = at;
    if (isSample) at = at === 0 ? 0 : this.statisticsEnd(header, fields, at, bytes.length);
    else if (type === restart) at += 4;
    else if (type === comment) at += commentSize;
    if (!isSample && extra) at = at > bytes.length ? 0 : extraSize(fields, bytes.length, at);
    if (at === 0 || bytes.length < at) return 0;
    const ts = this.time(fields.u64(8), header);
    if (isSample) this.statistics(header, fields, start, ts, fields.u64(0));
    else if (type === restart) this.restart(fields.u32(header.recordSize), ts);
    else if (type === comment) this.note('comment', fields.fixed(header.recordSize, commentSize), ts);
    return at;
  }

  /**
   * For formats before 12: after the header of a restart come the activities whose number of items may have changed.
   */
  private oldRecord(header: SaHeader, changing: number, fields: ByteView, length: number): number {
    const type = fields.u8(oldRecord.type);
    if (type < sample || type > comment) throw this.damaged(`A record of the unknown type ${type} follows.`);
    const isSample = type === sample || type === lastSample;
    const start = header.recordSize;
    const end = isSample
      ? this.statisticsEnd(header, fields, start, length)
      : start + (type === restart ? changing * oldActivitySize : commentSize);
    if (length < end) return 0;
    const ts = this.time(fields.u64(oldRecord.seconds), header);
    // Uptime over all CPUs, and of one CPU, which a machine with a single CPU leaves out.
    const uptime = fields.u64(oldRecord.uptimeOfOne) || fields.u64(oldRecord.uptime);
    if (isSample) this.statistics(header, fields, start, ts, uptime);
    else if (type === restart) this.oldRestart(header, changing, fields, ts);
    else this.note('comment', fields.fixed(start, commentSize), ts);
    return end;
  }

  private oldRestart(header: SaHeader, changing: number, fields: ByteView, ts: number): void {
    const counts = new Map<number, number>();
    for (let index = 0; index < changing; index++) {
      const at = header.recordSize + index * oldActivitySize;
      const [id, count] = [fields.u32(at), fields.u32(at + 8)];
      if (count > 1 << 20) throw this.damaged(`The description of activity ${id} is invalid.`);
      if (count > 0) counts.set(id, count);
    }
    const activities = header.activities.map(file => ({ ...file, count: counts.get(file.id) ?? file.count }));
    this.header = { ...header, activities };
    this.restart(counts.get(1) ?? header.cpus + 1, ts);
  }

  /** End of a sample's items; 0 while it is incomplete. */
  private statisticsEnd(header: SaHeader, fields: ByteView, start: number, length: number): number {
    let at = start;
    for (const { count, inner, counted, size } of header.activities) {
      let items = count;
      if (counted) {
        if (at + 4 > length) return 0;
        items = fields.u32(at);
        at += 4;
      }
      at += items * inner * size;
      if (at > maxRecord) throw this.damaged('A sample states an impossible size.');
    }
    return at;
  }

  private statistics(header: SaHeader, fields: ByteView, start: number, ts: number, uptime: number): void {
    const seconds = (uptime - this.uptime) / 100;
    this.uptime = uptime;
    let at = start;
    header.activities.forEach((file, index) => {
      const count = file.counted ? fields.u32(at) : file.count;
      if (file.counted) at += 4;
      const open = this.open[index];
      if (open) this.items(open, header, { fields, start: at, count }, ts, seconds);
      at += count * file.inner * file.size;
    });
    this.row++;
  }

  private items(open: OpenActivity, header: SaHeader, place: ItemPlace, ts: number, seconds: number): void {
    const { file, layout } = open;
    const now = itemsAt(place, file, layout, header.longSize, open.before);
    if (layout.name === 'interrupt') this.interrupts(open, now, place.count, ts, seconds);
    else {
      for (const [name, item] of now) {
        // A CPU that is offline has only zeros.
        if (file.id === 1 && !item.fields.some(value => value > 0)) continue;
        const before = open.before.get(name)?.fields ?? null;
        const values = layout.values({ now: item.fields, before, seconds });
        open.metrics.write(layout.name === 'none' ? null : name, values, {
          ts,
          row: this.row,
          sinceBoot: false,
        });
      }
    }
    open.before = now;
  }

  /** One series per CPU of each interrupt, with sar's titles: all, CPU0, CPU1. */
  private interrupts(
    open: OpenActivity,
    now: Map<string, Item>,
    cpus: number,
    ts: number,
    seconds: number,
  ): void {
    if (open.metrics.counters.length !== cpus) {
      const counters = Array.from(
        { length: cpus },
        (_, cpu): Counter => ({ counter: cpu === 0 ? 'all' : `CPU${cpu - 1}`, unit: '/s' }),
      );
      open.metrics = new MetricTable(this.out, this.header!.host, open.layout.object, counters);
    }
    const rows = new Map<string, number[]>();
    for (const [key, item] of now) {
      const blank = key.indexOf(' ');
      const [cpu, name] = [Number(key.slice(0, blank)), key.slice(blank + 1)];
      const before = open.before.get(key)?.fields ?? null;
      const values = rows.get(name) ?? new Array<number>(cpus).fill(Number.NaN);
      values[cpu] = open.layout.values({ now: item.fields, before, seconds })[0]!;
      rows.set(name, values);
    }
    for (const [name, values] of rows)
      open.metrics.write(name, values, { ts, row: this.row, sinceBoot: false });
  }

  private restart(cpus: number, ts: number): void {
    for (const activity of this.open) activity?.before.clear();
    this.note('restart', `LINUX RESTART\t(${Math.max(1, cpus - 1)} CPU)`, ts);
  }

  private note(kind: 'restart' | 'comment', text: string, ts: number): void {
    noteEvent(this.out, { ts, kind, text, line: 1, offset: this.offset });
  }

  private time(seconds: number, { startSeconds }: SaHeader): number {
    if (!isInstant(seconds)) throw this.damaged('The time of a record is invalid.');
    return (seconds - startSeconds) * 1e9;
  }

  private damaged(what: string): ParseError {
    return new ParseError('bad-record', `${what} The data before it was read.`, this.offset, -1);
  }
}

/** Size of the further structures that begin at `start`; 0 while they are incomplete. */
function extraSize(fields: ByteView, length: number, start: number): number {
  let at = start;
  for (let more = true; more; ) {
    if (at + 24 > length) return 0;
    const [count, size, next] = [fields.u32(at), fields.u32(at + 4), fields.u32(at + 8)];
    if (count > 8192 || size > 1024)
      throw new ParseError(
        'bad-record',
        'A further structure has an impossible size; the data before it was read.',
        at,
        -1,
      );
    more = next !== 0;
    at += 24 + count * size;
  }
  return at <= length ? at : 0;
}
