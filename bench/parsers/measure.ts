/** Measures the throughput of a reader alone. */
import type { Options, Reader } from '../../parsers/contract.ts';
import { formats } from '../../parsers/formats.ts';
import { readRanges } from '../../parsers/kit/ranges.ts';
import { NullOutput } from './null-output.ts';

const runs = 5;
const chunkSize = 1 << 20;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!;

/**
 * Wall-clock and processor-time throughput of a reader, MB/s, over the bytes repeated `times` times as one
 * file.
 */
export async function measure(id: string, bytes: Uint8Array, times = 1) {
  const entry = formats.find(candidate => candidate.id === id);
  if (entry === undefined) throw new Error(`There is no format ${id}.`);
  const format = await entry.load();
  const wall: number[] = [];
  const cpu: number[] = [];
  let out = new NullOutput();
  for (let round = 0; round < runs; round++) {
    out = new NullOutput();
    const begin = performance.now();
    const used = process.cpuUsage();
    const head = bytes.subarray(0, 64 << 10);
    const options: Options = {
      name: 'bench',
      head,
      offset: 0,
      file: readRanges(format, head, (start, end) => bytes.subarray(start, end)),
      modified: null,
      zone: null,
      year: null,
      start: null,
      interval: null,
    };
    const pushAll = (reader: Reader) => {
      for (let time = 0; time < times; time++) {
        for (let at = 0; at < bytes.length; at += chunkSize) reader.push(bytes.subarray(at, at + chunkSize));
      }
      reader.end();
    };
    const survey = format.survey?.(options);
    if (survey) pushAll(survey);
    pushAll((survey ?? format).open(out, options));
    out.close();
    const { user, system } = process.cpuUsage(used);
    const megabytes = (bytes.length * times) / 1e6;
    wall.push((megabytes / (performance.now() - begin)) * 1e3);
    cpu.push((megabytes / (user + system)) * 1e6);
  }
  return { wall: median(wall), cpu: median(cpu), rows: out.rows, megabytes: (bytes.length * times) / 1e6 };
}
