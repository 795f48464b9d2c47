import type { Format } from '../contract.ts';
import { type ReportLayout, ReportReader } from '../families/sysstat/report-reader.ts';
import { counterOf } from '../kit/metrics/series.ts';
import { tapestatEntry } from './entry.ts';

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
  ...tapestatEntry,
  open: (out, options) => new TapestatReader(out, options),
};
