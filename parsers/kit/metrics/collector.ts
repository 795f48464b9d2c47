/**
 * Lines that a collector writes before each run of a tool, with the time of the run: OSWatcher's `zzz ***Fri Apr 12
 * 21:21:49 +07 2019` and ExaWatcher's `zzz <04/12/2019 21:21:49> Count:1`.
 */
import { type ReadMoment, readMoment } from './moments.ts';

/** One run of the tool. */
export class CollectorRun {
  /** Number of reports of the run that were read; its first report covers the time since boot. */
  reports = 0;

  constructor(readonly begin: ReadMoment) {}

  /** Time of the next report: collectors run tools with an interval of a second, and the report since boot is instant. */
  get seconds(): number {
    return this.begin.seconds + Math.max(this.reports - 1, 0);
  }
}

/** The run that follows; null if the line is not a collector's. */
export function collectorRun(line: string, modified: bigint | null): CollectorRun | null {
  const begin = momentOf(line, modified);
  return begin === null ? null : new CollectorRun(begin);
}

/** A line that a collector writes and no tool: of a run, or at the beginning of its file. */
export const isOfCollector = (line: string): boolean =>
  /^(?:zzz {0,8}(?:\*\*\*|<)|Linux OSWbb |SNAP_INTERVAL\b|CPU_(?:COUNT|CORES)\b|OSWBB_ARCHIVE_DEST\b)/.test(
    line,
  );

function momentOf(line: string, modified: bigint | null): ReadMoment | null {
  const [, stars, angles] =
    /^zzz {0,8}(?:\*\*\*(.{8,60}?)(?: Sample interval:.*)?|<(.{8,60}?)>.{0,80})$/.exec(line.trimEnd()) ?? [];
  if (stars !== undefined) return readMoment(stars.replace(/ ([+-]\d\d) (?=\d{4}$)/, ' $100 '), modified);
  // ExaWatcher's month comes first.
  return angles === undefined
    ? null
    : readMoment(angles.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$1-$2 '), modified);
}
