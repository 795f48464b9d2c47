import type { Format } from '../contract.ts';
import { type ReportLayout, ReportReader } from '../families/sysstat/report-reader.ts';
import { counterOf } from '../kit/metrics/series.ts';
import { cifsiostatEntry } from './entry.ts';

/** cifsiostat of sysstat: a line per mounted share. */
class CifsiostatReader extends ReportReader {
  protected decoration(): boolean {
    return false;
  }

  protected layout(names: readonly string[]): ReportLayout | null {
    const last = names.at(-1) === 'Filesystem';
    if (!last && !/^Filesystem:?$/.test(names[0] ?? '')) return null;
    const at = last ? names.length - 1 : 0;
    const counters = names.map((title, column) => (column === at ? null : counterOf(title)));
    return { object: 'cifs', counters, name: last ? 'last' : 'first' };
  }
}

export const cifsiostat: Format = {
  ...cifsiostatEntry,
  open: (out, options) => new CifsiostatReader(out, options),
};
