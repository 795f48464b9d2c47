import { type AnswerColumn, type Ask, analyzer, type Scope } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, nothing, texts } from '../../kit/answer.ts';
import { onceEach, withoutTime } from '../../kit/notes.ts';
import { firstAtOrAfter } from '../../kit/sorted.ts';
import { textsById } from '../../kit/texts.ts';
import { scopeKey } from '../../samples/samples.ts';
import type { MeaningfulEvents } from '../../states/meaningful.ts';
import { alongTime, axisOf, sinceSql, spanFor, zeroOf } from '../../time/span.ts';
import { deviceNames, diskEvents, requests, withoutCompletion } from '../disk-io/requests.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'device', kind: 'text', about: 'The disk, as the capture names it; on Linux major,minor.' },
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  {
    name: 'count',
    kind: 'integer',
    unit: 'requests',
    drawn: true,
    about: 'Requests that were issued in the bucket.',
  },
  { name: 'bytes', kind: 'integer', unit: 'B', about: 'Sum of their sizes.' },
  { name: 'p50', kind: 'duration', about: 'Half of them took no longer; null if none has a completion.' },
  { name: 'p99', kind: 'duration', about: '99 of 100 took no longer.' },
  { name: 'max', kind: 'duration', about: 'Duration of the longest.' },
];

export const diskIoRate = analyzer({
  id: 'disk-io-rate',
  title: 'Disk requests over time',
  question: 'How much did each disk read and write over time, and how long did requests take?',
  needs: ['event'],
  params: {
    ...alongTime(),
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const span = await spanFor(ask, scope, params);
    const within = await eventsIn(ask, span.scope);
    const events = await diskEvents(ask);
    const notes = [...span.notes, ...within.notes];
    if (events === null) return answer(columns, 0, nothing(columns), { notes: onceEach(notes) });
    const all = await requestsIn(ask, events, scope);
    const { buckets } = span;
    const hasTime = scope.from !== undefined || scope.to !== undefined;
    const [from, width] = [Number(span.from - all.from), Number(span.width)];

    const counts = all.devices.map(() => new Float64Array(buckets));
    const bytes = all.devices.map(() => new Float64Array(buckets));
    const times = all.devices.map(() => new Map<number, number[]>());
    let [withoutLatency, withoutTimestamp] = [0, 0];
    const { device, since, size, took } = all;
    // Rows without a time are sorted last.
    for (let row = firstAtOrAfter(since, from); row < since.length; row++) {
      const bucket = Math.floor((since[row]! - from) / width);
      if (Number.isNaN(bucket)) {
        if (!hasTime) withoutTimestamp++;
        continue;
      }
      if (bucket >= buckets) continue;
      const disk = device[row]!;
      counts[disk]![bucket]!++;
      bytes[disk]![bucket]! += size[row]! || 0;
      const lasted = took[row]!;
      if (Number.isNaN(lasted)) withoutLatency++;
      else {
        const list = times[disk]!.get(bucket);
        if (list) list.push(lasted);
        else times[disk]!.set(bucket, [lasted]);
      }
    }
    const shown = [...all.devices.keys()].filter(disk => counts[disk]!.some(count => count > 0));
    const rows = shown.length * buckets;
    const value = { p50: unknown(rows), p99: unknown(rows), max: unknown(rows) };
    shown.forEach((disk, nth) => {
      for (const [bucket, list] of times[disk]!) {
        const sorted = Float64Array.from(list).sort();
        const row = nth * buckets + bucket;
        value.p50[row] = quantile(sorted, 0.5);
        value.p99[row] = quantile(sorted, 0.99);
        value.max[row] = sorted.at(-1)!;
      }
    });
    const column = (byDisk: readonly Float64Array[]) => {
      const joined = new Float64Array(rows);
      shown.forEach((disk, nth) => {
        joined.set(byDisk[disk]!, nth * buckets);
      });
      return joined;
    };
    const names = texts(shown.map(disk => all.devices[disk] ?? null));
    return answer(
      columns,
      rows,
      {
        device: {
          index: Int32Array.from({ length: rows }, (_, row) => names.index[Math.floor(row / buckets)]!),
          values: names.values,
        },
        time: BigInt64Array.from(
          { length: rows },
          (_, row) => span.from + BigInt(row % buckets) * span.width,
        ),
        count: column(counts),
        bytes: column(bytes),
        ...value,
      },
      {
        notes: onceEach([
          ...notes,
          ...withoutCompletion(withoutLatency),
          ...(withoutTimestamp > 0 ? [withoutTime(withoutTimestamp, 'requests')] : []),
        ]),
      },
    );
  },
});

const unknown = (rows: number) => new Float64Array(rows).fill(Number.NaN);

/** Interpolates between the two nearest values, like `quantile_cont` of SQL. */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

/** All requests of a scope, ignoring its time range, sorted by time. */
interface Requests {
  readonly devices: readonly (string | null)[];
  /** Index into `devices`. */
  readonly device: Int32Array;
  /** Zero of `since`, epoch ns. */
  readonly from: bigint;
  readonly since: Float64Array;
  /** B; NaN if unknown. */
  readonly size: Float64Array;
  /** ns; NaN without a completion. */
  readonly took: Float64Array;
}

/** Cached per scope without its range: issues must be paired before filtering by time, and percentiles of buckets cannot be combined. */
async function requestsIn(ask: Ask, events: MeaningfulEvents, scope: Scope): Promise<Requests> {
  const { from: _from, to: _to, ...scopeWithoutRange } = scope;
  const { captures } = await axisOf(ask, scope);
  const over = { ...scopeWithoutRange, captures: captures.map(({ id }) => id) };
  return ask.memo(`disk requests ${scopeKey(over)}`, async () => {
    const axis = await axisOf(ask, over);
    const starts = axis.captures.flatMap(each => (each.first === null ? [] : [zeroOf(each) + each.first]));
    const [from = 0n] = starts.sort((a, b) => (a < b ? -1 : 1));
    const { where, params } = await eventsIn(ask, over);
    const result = await ask.query.columns(
      `WITH ${requests(events)}
       SELECT device::INTEGER AS device, device_number::DOUBLE AS device_number, (${sinceSql({ ...axis, from })})::DOUBLE AS since,
         bytes::DOUBLE AS bytes, took::DOUBLE AS took
       FROM requests s WHERE ${where} ORDER BY since NULLS LAST`,
      params,
      ask.cancel,
    );
    const [ids, numbers] = [result.ints('device'), result.numbers('device_number')];
    const words = await textsById(ask, new Set(ids));
    const keys = new Map<string, number>();
    const devices: (string | null)[] = [];
    const device = ids.map((id, row) => {
      const key = `${id} ${numbers[row]}`;
      const known = keys.get(key);
      if (known !== undefined) return known;
      const [name = null] = deviceNames([words.get(id) ?? null], numbers.subarray(row, row + 1));
      const at = devices.push(name) - 1;
      keys.set(key, at);
      return at;
    });
    const value = {
      devices,
      device,
      from,
      since: result.numbers('since'),
      size: result.numbers('bytes'),
      took: result.numbers('took'),
    };
    return { value, bytes: result.length * 28 };
  });
}
