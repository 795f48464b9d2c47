/** Splits bytes of the file into records, as long as they are of the kernel and have a time. */
import * as State from '../shared/state';
import * as layout from './layout';
import { add, round } from './order';

const SAMPLE: u32 = 9;
/** First type of perf's own records, and the type that ends a round over the buffers. */
const USER: u32 = 64;
const FINISHED_ROUND: u32 = 68;

/**
 * Takes the records in `input[0, length)`. The tag of a record is `tag`, plus `step` for each byte before it.
 *
 * @returns position of the first record not taken: it is incomplete, or must be read by the host
 */
export function run(length: u32, tag: f64, step: f64, hasRounds: bool): u32 {
  const sampleTime = <i32>load<f64>(layout.STATE + State.SAMPLE_TIME * 8);
  const trailerTime = <i32>load<f64>(layout.STATE + State.TRAILER_TIME * 8);
  const end = layout.INPUT + length;
  let at = layout.INPUT;
  while (at + 8 <= end) {
    const type = load<u32>(at);
    const size = <u32>load<u16>(at, 6);
    if (size < 8 || at + size > end) break;
    if (type >= USER) {
      if (type != FINISHED_ROUND || !hasRounds) break;
      round();
      at += size;
      continue;
    }
    const place = type == SAMPLE ? sampleTime : trailerTime;
    if (place < 0) break;
    const time = type == SAMPLE ? at + 8 + place : at + size - place * 8;
    if (time < at + 8 || time + 8 > at + size) break;
    const low = load<u32>(time);
    const high = load<u32>(time, 4);
    if ((low | high) == 0 || (low & high) == 0xffff_ffff) break;
    add(high, low, at, size, tag + step * <f64>(at - layout.INPUT));
    at += size;
  }
  return <u32>(at - layout.INPUT);
}
