/**
 * ps, printed once or repeatedly: a line of titles, then one line per process. It prints no time; some scripts print
 * a date before each list.
 */
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { ProcessTable } from '../kit/metrics/process-table.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { isTitles } from './entry.ts';

export class PsReader extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'report-times');
  private paced: PacedClock | null = null;
  private ts: number | null = null;
  private row = -1;
  private processes: ProcessTable | null = null;

  protected read(line: string): Verdict {
    const date = /^Date:\s*(.*)/.exec(line)?.[1] ?? line;
    // In these dates a two-digit year comes first.
    const moment = readMoment(date.replace(/^(\d\d)\/(\d\d)\/(\d\d) /, '20$1-$2-$3 '), this.options.modified);
    if (moment !== null) {
      this.ts = this.clock.at(moment);
      return 'used';
    }
    const titles = words(line);
    if (isTitles(titles)) return this.titles(titles);
    if (this.processes === null) return this.unknown('A row without column titles before it was skipped.');
    return this.processes.write(line, { ts: this.time(), row: this.row, sinceBoot: false })
      ? 'used'
      : this.unknown();
  }

  private titles(titles: readonly string[]): Verdict {
    this.row++;
    if (!this.processes?.has(titles)) this.processes = ProcessTable.of(this.out, titles);
    return this.processes === null
      ? this.unknown('A list of processes without PID or command was skipped.')
      : 'used';
  }

  private time(): number {
    if (this.ts !== null) return this.ts;
    this.paced ??= new PacedClock(this.out, this.options);
    return this.paced.at(this.row);
  }
}
