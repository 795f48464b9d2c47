/**
 * Lines that a collector writes before each run of a tool, with the time of the run: OSWatcher's `zzz ***Fri Apr 12
 * 21:21:49 +07 2019` and ExaWatcher's `zzz <04/12/2019 21:21:49> Count:1`.
 */
import { type ReadMoment, readMoment } from './moments.ts';

/** The time of the run that follows; null if the line is not a collector's. */
export function collectorMoment(line: string, modified: bigint | null): ReadMoment | null {
  const [, stars, angles] =
    /^zzz {0,8}(?:\*\*\*(.{8,60}?)(?: Sample interval:.*)?|<(.{8,60}?)>.{0,80})$/.exec(line.trimEnd()) ?? [];
  if (stars !== undefined) return readMoment(stars.replace(/ ([+-]\d\d) (?=\d{4}$)/, ' $100 '), modified);
  // ExaWatcher's month comes first.
  return angles === undefined
    ? null
    : readMoment(angles.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$1-$2 '), modified);
}
