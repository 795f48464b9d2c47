/** Telling the tools that share a banner apart: by the first line that names columns. */
import { readBanner } from './sysstat-banner.ts';
import { headLines, words } from './text-reader.ts';
import { timeOfDay } from './wall-clock.ts';

export interface SysstatHead {
  /** The banner stands on top. */
  readonly banner: boolean;
  /** Words of the lines without their times. */
  readonly rows: readonly (readonly string[])[];
}

/** The beginning of a file of the sysstat family. */
export function sysstatHead(head: Uint8Array): SysstatHead {
  const lines = headLines(head).filter(line => line.trim() !== '');
  const banner = lines[0] !== undefined && readBanner(lines[0], { modified: null }) !== null;
  const rows = (banner ? lines.slice(1) : lines).map(line => {
    const time = timeOfDay(line);
    return words(time === null ? line.replace(/^\s*\d{9,11}(?=\s)/, '') : line.slice(time.end));
  });
  return { banner, rows };
}
