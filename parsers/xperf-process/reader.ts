import { none, type Options, type Output } from '../contract.ts';
import { parseProcess } from '../families/windows/process.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { rowOf } from './entry.ts';

/** Cells of a process after its kind; the rest of the line is the command line. */
const processCells = ['UniqueKey', 'process', 'ParentPID', 'SessionID', 'DirectoryTableBase'] as const;

export class XperfProcessReader extends TextReader {
  private readonly encoder = new TextEncoder();
  private hasClock = false;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    const row = rowOf(line);
    // The titles of the columns, if xperf prints any.
    if (row === null) return /Process Name \(\s*PID\)|^\s*Start Time,/.test(line) ? 'used' : this.unknown();
    if (!this.hasClock) this.out.clock(undated(this.options, 'run-seconds'));
    this.hasClock = true;
    const { start, end, type, rest } = row;
    const cells = rest.split(/,\s+/);
    const fields: (readonly [string, string])[] = [];
    if (type === 'Process') {
      processCells.forEach((key, at) => {
        if (key !== 'process' && cells[at] !== undefined) fields.push([key, cells[at]]);
      });
      const command = cells.slice(processCells.length).join(', ');
      if (command !== '') fields.push(['Command Line', command]);
    } else fields.push(...cells.map((cell, at) => [`cell ${at + 1}`, cell] as const));
    // A process that began before the trace has its end as `ts`, and no duration.
    fields.push(['start', start === null ? 'before the trace' : `${start} µs`]);
    fields.push(['end', end === null ? 'after the trace' : `${end} µs`]);
    const message = this.encoder.encode(cells.join(', '));
    this.out.event({
      ts: start === null ? Number.NaN : start * 1000,
      duration: start === null || end === null ? Number.NaN : (end - start) * 1000,
      kind: this.out.string(type),
      thread: this.thread(cells),
      cpu: -1,
      message: { bytes: message, start: 0, end: message.length },
      fieldSchema: this.out.fieldSchema(fields.map(([key]) => ({ key, type: 'text' }) as const)),
      fields: fields.map(([, value]) => this.out.string(value)),
      stack: none,
      line: this.lineNumber,
      lines: 1,
      offset: this.lineOffset,
    });
    return 'used';
  }

  private thread(cells: readonly string[]) {
    const cell = cells.find(each => /\(\s*-?\d{1,10}\)$/.test(each));
    if (cell === undefined) return none;
    const { name, pid } = parseProcess(cell);
    return this.out.thread(name === null ? none : this.out.string(name), pid, -1);
  }
}
