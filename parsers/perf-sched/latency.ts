import type { Options, Output } from '../contract.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { latencyHeader } from './entry.ts';

const name = /^ *(.{1,64}):(?:(\d{1,9})|\(\d{1,9}\))$/;
const number = /(-?\d[\d.]*)/;

/**
 * `perf sched latency`: sums per task over the whole recording, without times. `tsc:(3)` are three tasks of one name.
 */
export class LatencyReader extends TextReader {
  private row = 0;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (latencyHeader.test(line) || /^[-| ]+$/.test(line)) return 'used';
    const cells = line.split('|');
    const [who = '', runtime = '', switches = '', average = '', longest = ''] = cells;
    if (/^ *TOTAL:/.test(who)) return 'used';
    // perf's notes about lost or contradictory events.
    if (/^ *INFO: /.test(line)) {
      this.problem('perf-says', 'notice', `perf says: ${line.trim().slice(0, 200)}`);
      return 'used';
    }
    const match = name.exec(who.trimEnd());
    if (match === null || cells.length < 5) return this.unknown();
    const task = { process: match[1]!, pid: -1, tid: match[2] === undefined ? -1 : Number(match[2]) };
    const give = (counter: string, unit: string | null, cell: string) => {
      const value = Number(number.exec(cell)?.[1] ?? Number.NaN);
      if (!Number.isFinite(value)) return;
      const key = {
        object: 'thread',
        instance: who.trim(),
        counter,
        unit,
        host: null,
        cumulative: false,
        task,
      };
      this.out.metric(this.out.series(key), Number.NaN, value, this.row, false);
    };
    give('run time', 'ms', runtime);
    give('switches', null, switches);
    give('average scheduling delay', 'ms', average);
    give('longest scheduling delay', 'ms', longest);
    return 'used';
  }
}
