import type { Format, Sniff } from '../contract.ts';
import { type ReportLayout, ReportReader } from '../kit/metrics/report-reader.ts';
import { counterOf } from '../kit/metrics/series.ts';
import { headLines } from '../kit/metrics/text-reader.ts';

const titles =
  /^(?:Filesystem:?\s+)?r[kMG]?B\/s\s+w[kMG]?B\/s\s+rops\/s\s+wops\/s\s|^Filesystem:?\s+r[kMG]?B\/s\s+w[kMG]?B\/s\s/;

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
  id: 'cifsiostat',
  title: 'cifsiostat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 6).some(line => titles.test(line.trim())) ? 'yes' : 'no';
  },
  open: (out, options) => new CifsiostatReader(out, options),
};
