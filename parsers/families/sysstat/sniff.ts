/** Distinguishes tools that share a banner by the first line of column titles. */
import { isOfCollector } from '../../kit/metrics/collector.ts';
import { headLines, words } from '../../kit/metrics/text-lines.ts';
import { timeOfDay } from '../../kit/metrics/wall-clock.ts';
import { averageLabel, readBanner } from './banner.ts';

export interface SysstatHead {
  /** True if the first line is a banner. */
  readonly banner: boolean;
  /** Words of the lines, without their times. */
  readonly rows: readonly (readonly string[])[];
  /** The `rows` of lines that begin with a time. */
  readonly timed: readonly (readonly string[])[];
  /** True for an excerpt of averages alone: `rows` are without their label. */
  readonly averages: boolean;
}

/** The beginning of a file of the sysstat family. */
export function sysstatHead(head: Uint8Array): SysstatHead {
  const lines = headLines(head).filter(line => line.trim() !== '' && !isOfCollector(line));
  const banner = lines[0] !== undefined && readBanner(lines[0], { modified: null }) !== null;
  const rows: string[][] = [];
  const timed: string[][] = [];
  for (const line of banner ? lines.slice(1) : lines) {
    const end = timeOfDay(line)?.end ?? /^\s*\d{9,11}(?=\s)/.exec(line)?.[0].length;
    const cells = words(end === undefined ? line : line.slice(end));
    rows.push(cells);
    if (end !== undefined) timed.push(cells);
  }
  const isAverage = (cells: readonly string[]) => averageLabel.test(cells[0] ?? '');
  const averages = !banner && rows.length > 0 && rows.every(isAverage);
  if (timed.length === 0) for (const cells of rows) if (isAverage(cells)) cells.shift();
  return { banner, rows, timed, averages };
}
