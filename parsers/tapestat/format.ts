import type { Format, Sniff } from '../contract.ts';
import { type ReportLayout, ReportReader } from '../kit/metrics/report-reader.ts';
import { counterOf } from '../kit/metrics/series.ts';
import { headLines } from '../kit/metrics/text-reader.ts';

/** tapestat of sysstat: a line per tape drive. */
class TapestatReader extends ReportReader {
  protected decoration(): boolean {
    return false;
  }

  protected layout(titles: readonly string[]): ReportLayout | null {
    const last = titles.at(-1) === 'Tape';
    if (!last && !/^Tape:?$/.test(titles[0] ?? '')) return null;
    const at = last ? titles.length - 1 : 0;
    const counters = titles.map((title, column) => (column === at ? null : counterOf(title)));
    return { object: 'tape', counters, name: last ? 'last' : 'first' };
  }
}

export const tapestat: Format = {
  id: 'tapestat',
  title: 'tapestat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const ours = /^Tape:?\s+r\/s\s+w\/s\s|^r\/s\s+w\/s\s.*\sTape$/;
    return headLines(head, 6).some(line => ours.test(line.trim())) ? 'yes' : 'no';
  },
  open: (out, options) => new TapestatReader(out, options),
};
