/** Checks the rows, the ledger and the positions that a read returned. The recorder checks ids. */
import type { Format } from '../../parsers/contract.ts';
import { isSmall } from '../../parsers/kit/bounds.ts';
import { countLines } from '../../parsers/kit/lines.ts';
import type { Recorder } from '../../parsers/kit/recorder.ts';
import type { Fault } from './faults.ts';

/** Upper bound of times, ns. */
const maxTime = 2 ** 63;
const max64 = 1n << 63n;

export function contentFault(format: Format, bytes: Uint8Array, recorder: Recorder): Fault | null {
  return (
    ledgerFault(format, bytes, recorder) ??
    placeFault(format, bytes, recorder) ??
    numberFault(recorder) ??
    timeFault(recorder) ??
    meaningFault(format, recorder)
  );
}

const sizeOf = ({ unit }: Format, bytes: Uint8Array): number =>
  unit === 'lines' ? countLines(bytes) : bytes.length;

/** If reading failed, the ledger must not exceed the size of the input. */
function ledgerFault(format: Format, bytes: Uint8Array, { failed, counts }: Recorder): Fault | null {
  const size = sizeOf(format, bytes);
  const ledger = counts.used + counts.blank + counts.skipped;
  if (failed === null ? ledger === size : ledger <= size) return null;
  const kind = failed === null ? 'ledger' : 'ledger of a failure';
  return { kind, message: `the ledger has ${ledger} of ${size} ${format.unit}` };
}

/** Lines and offsets must lie in the file. */
function placeFault(format: Format, bytes: Uint8Array, recorder: Recorder): Fault | null {
  const lines = countLines(bytes);
  const isPlace = (line: number, offset: number) =>
    offset >= 0 &&
    offset <= bytes.length &&
    Number.isInteger(offset) &&
    (line === -1 ||
      format.unit === 'bytes' ||
      (line >= 1 && line <= Math.max(1, lines) && Number.isInteger(line)));
  const { failed, problems, events, rowCount } = recorder;
  if (failed && !isPlace(failed.line, failed.offset))
    return { kind: 'place of a failure', message: `${failed.code} at ${failed.line}, ${failed.offset}` };
  for (const { code, line, offset } of problems)
    if (!isPlace(line, offset))
      return {
        kind: `place of ${code}`,
        message: `${code} is at line ${line}, byte ${offset} of ${bytes.length}`,
      };
  for (const { kind, line, offset, lines: taken } of events)
    if (!isPlace(line, offset) || !isSmall(taken) || (format.unit === 'lines' && line + taken - 1 > lines))
      return { kind: 'place of an event', message: `${kind} is at line ${line}, +${taken}, byte ${offset}` };
  // A number in a damaged file must not decide how many rows are made.
  if (rowCount > 1000 + 8 * bytes.length)
    return { kind: 'rows', message: `${rowCount} rows of ${bytes.length} bytes` };
  return null;
}

const isOutOfRange = (value: unknown): boolean =>
  typeof value === 'number'
    ? value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    : typeof value === 'bigint' && (value >= max64 || value < -max64);

/** Numbers in rows and facts must be finite. The recorder checks that addresses are unsigned integers of 64 bits. */
function numberFault(recorder: Recorder): Fault | null {
  const { events, rows, lastClock, counts } = recorder;
  const infiniteIn = (where: string, values: object): Fault | null => {
    for (const [name, value] of Object.entries(values))
      if (isOutOfRange(value))
        return { kind: `number ${where}.${name}`.slice(0, 60), message: `${where}.${name} is ${value}` };
    return null;
  };
  for (const { kind, fields } of events) {
    const fault = infiniteIn(`event ${kind.slice(0, 20)}`, fields);
    if (fault) return fault;
  }
  for (const [table, all] of rows)
    for (const row of all) {
      const fault = infiniteIn(table, row);
      if (fault) return fault;
    }
  return infiniteIn('counts', counts) ?? (lastClock && infiniteIn('clock', lastClock));
}

/** 64 bits must hold every time and every end, on the capture's clock and as UTC. */
function timeFault({ samples, events, metrics, rows, lastClock }: Recorder): Fault | null {
  const zero = lastClock === null ? 0n : lastClock.zero + (lastClock.utcOffset ?? 0n);
  const isTime = (ts: number): boolean =>
    Math.abs(ts) < maxTime && zero + BigInt(ts) < max64 && zero + BigInt(ts) >= -max64;
  let [first, last] = [0, 0];
  const extend = (ts: unknown, duration: unknown = 0): void => {
    if (typeof ts !== 'number') return;
    if (ts < first) first = ts;
    const end = ts + (typeof duration === 'number' ? duration : 0);
    if (end > last) last = end;
  };
  for (const { ts } of samples) extend(ts);
  for (const { ts, duration } of events) extend(ts, duration);
  for (const { ts } of metrics) extend(ts);
  for (const [, all] of rows) for (const { ts, duration } of all) extend(ts, duration);
  for (const ts of [first, last])
    if (!isTime(ts)) return { kind: 'time', message: `a row is at ${ts} ns of ${zero}` };
  return null;
}

function meaningFault({ meanings }: Format, { allSeries }: Recorder): Fault | null {
  for (const series of allSeries.values) {
    const meaning = series.meaning ?? meanings?.(series);
    if (meaning && !(Number.isFinite(meaning.factor ?? 0) && Number.isFinite(meaning.addend)))
      return { kind: 'meaning', message: `${series.counter}: ${meaning.factor} × value + ${meaning.addend}` };
  }
  return null;
}
