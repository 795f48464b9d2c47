import type { Format } from '../contract.ts';
import { type Counter, type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number, unitOf } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { mount, nfsiostatEntry } from './entry.ts';

class NfsiostatReader extends TextReader {
  private readonly clock = new PacedClock(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  private readonly mountsRead = new Set<string>();
  private mount: string | null = null;
  private table: MetricTable | null = null;
  private row = 0;

  protected read(line: string): Verdict {
    const mounted = mount.exec(line);
    if (mounted !== null) return this.begin(mounted[2]!);
    if (this.mount === null) return this.unknown();
    const cells = words(line.replace(/\([\d.]+%\)/g, ''));
    if (this.table !== null && cells.length === this.table.counters.length && cells.every(isNumber)) {
      const at = { ts: this.clock.at(this.row), row: this.row, sinceBoot: this.row === 0 };
      this.table.write(this.mount, cells.map(number), at);
      return 'used';
    }
    const titles = /^\s{0,64}(?:(read|write):)?\s{0,64}(ops?\/s\s.*)$/.exec(line);
    if (titles === null) return this.unknown();
    this.table = this.tableOf(titles[1], titles[2]!.split(/\s{2,}/));
    return 'used';
  }

  private begin(name: string): Verdict {
    if (this.mountsRead.has(name)) {
      this.mountsRead.clear();
      this.row++;
    }
    this.mountsRead.add(name);
    this.mount = name;
    this.table = null;
    return 'used';
  }

  private tableOf(operation: string | undefined, titles: readonly string[]): MetricTable {
    return this.tables.of(`${operation}:${titles.join(',')}`, 'nfs', () =>
      titles.map(title => counterOf(operation, title)),
    );
  }
}

const isNumber = (cell: string): boolean => !Number.isNaN(number(cell));

function counterOf(operation: string | undefined, title: string): Counter {
  const milliseconds = /^(.*) \(ms\)$/.exec(title);
  const name = milliseconds === null ? title : milliseconds[1]!;
  const unit = milliseconds !== null ? 'ms' : title === 'kB/op' ? 'kB' : unitOf(title);
  return { counter: operation === undefined ? name : `${operation} ${name}`, unit };
}

export const nfsiostat: Format = {
  ...nfsiostatEntry,
  open: (out, options) => new NfsiostatReader(out, options),
};
