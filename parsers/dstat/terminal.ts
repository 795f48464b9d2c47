/**
 * What dstat prints on a terminal. Groups and titles have the same width, and are printed again for each screen:
 *
 *     ----system---- --total-cpu-usage-- -dsk/total- -net/total-
 *          time     |usr sys idl wai stl| read  writ| recv  send
 *     11-06 09:15:02|  3   1  95   1   0|  12k  345k|   0     0
 */
import { words } from '../kit/metrics/text-lines.ts';

const groups = /^-{1,64}[a-z0-9][\w/.@-]{0,64}(?: {1,8}-{0,64}[\w/.@-]{1,256})*$/;

export const isGroups = (line: string): boolean =>
  groups.test(line) && /^-{1,64}[\w/.@-]{0,64}-(?: |$)/.test(line) && /[a-z]/.test(line);

/** True if the lines are groups and the titles below them; vmstat prints groups as well, but no bars. */
export const isScreen = (line: string, below: string): boolean =>
  isGroups(line) &&
  /(?:^|[ |:])(?:usr|read|recv|used|int|in|run|1m|new|time|epoch)(?:[ |:]|$)/.test(below) &&
  (below.includes('|') || /^-{1,64}total(?:-cpu)?-usage-/.test(line));

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly titles: number;
}

/** Titles of a screen, and the cells of its lines. */
export class Screen {
  readonly groups: readonly string[];
  readonly titles: readonly string[];
  private readonly segments: readonly Segment[];

  constructor(
    groupLine: string,
    readonly titleLine: string,
  ) {
    const segments: Segment[] = [];
    const groups: string[] = [];
    const titles: string[] = [];
    let start = 0;
    for (const text of titleLine.split(/[|:]/)) {
      const end = start + text.length;
      const found = words(text);
      // Blanks in names are dashes as well, but a device may be named `dm-0`.
      const name = /[^ -](?:.*[^ -])?/.exec(groupLine.slice(start, end))?.[0] ?? '';
      const group = name.includes('/') ? name : name.replaceAll('-', ' ');
      for (const title of found) {
        groups.push(group);
        titles.push(title === 'date/time' ? 'time' : title);
      }
      segments.push({ start, end, titles: found.length });
      start = end + 1;
    }
    this.segments = segments;
    this.groups = groups;
    this.titles = titles;
  }

  /** The cells of a line, or null if it does not fit the titles. */
  cells(line: string): readonly string[] | null {
    const cells: string[] = [];
    for (const [index, { start, end, titles }] of this.segments.entries()) {
      const isLast = index === this.segments.length - 1;
      if (!isLast && !/[|:]/.test(line[end] ?? '')) return null;
      const text = line
        .slice(start, isLast ? undefined : end)
        .replace(/ ?missed \d{1,9} ticks$/, '')
        .trim();
      const found = titles === 1 ? [text] : words(text);
      if (found.length !== titles) return null;
      cells.push(...found);
    }
    return cells;
  }
}
