import { none, type Options, type Output } from '../contract.ts';
import { internFrame } from '../families/windows/frames.ts';
import { parseProcess } from '../families/windows/process.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { rowOf, utilizationHeader } from './entry.ts';

export class XperfProfileReader extends TextReader {
  private readonly kind = this.out.string('SampledProfile weight');
  private cpus: string[] = [];
  private row = 0;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (/^\s*Process Name \(/.test(line)) return 'used';
    if (utilizationHeader.test(line)) {
      this.cpus = line
        .split(',')
        .slice(2)
        .map(cell => cell.trim().toLowerCase().replace(/^cpu /, ''));
      this.out.clock(undated(this.options, 'run-seconds'));
      return 'used';
    }
    return this.cpus.length > 0 ? this.utilization(line.split(',')) : this.sample(line);
  }

  private sample(line: string): Verdict {
    const row = rowOf(line);
    if (row === null) return this.unknown();
    if (this.row++ === 0) this.out.clock(undated(this.options, 'none'));
    const { name, pid } = parseProcess(row.process);
    const thread = this.out.thread(name === null ? none : this.out.string(name), pid, -1);
    const stack = this.out.stack(none, internFrame(this.out, row.frame));
    this.out.sample(Number.NaN, -1, thread, this.kind, row.weight, Number.NaN, stack);
    return 'used';
  }

  private utilization([, end = '', ...cells]: readonly string[]): Verdict {
    const microseconds = Number(/^\s*\d{1,15}\s*$/.exec(end)?.[0] ?? Number.NaN);
    if (Number.isNaN(microseconds)) return this.unknown();
    this.cpus.forEach((instance, at) => {
      const value = this.value(cells[at]?.trim() ?? '', '%');
      if (Number.isNaN(value)) return;
      const key = { object: 'cpu', instance, counter: 'usage', unit: '%', host: null, cumulative: false };
      this.out.metric(this.out.series(key), microseconds * 1000, value, this.row, false);
    });
    this.row++;
    return 'used';
  }
}
