/**
 * Rows of `perf report --hierarchy`: each level below one title, indented, and its share includes those below it.
 *
 *     #       Overhead       Samples  Command / Shared Object / Symbol
 *        100.00%           214        cc1
 *            61.21%           131        libc.so.6
 *               18.69%            40        [.] __vfprintf_internal
 */
const share = /^\d{1,3}\.\d{1,4}%$/;

export class Hierarchy {
  private open: { readonly indents: number[]; readonly names: string[]; numbers: readonly string[] } | null =
    null;

  private constructor(
    readonly titles: readonly string[],
    private readonly numbers: number,
    private readonly levels: number,
  ) {}

  /** @returns null if the titles are those of a table */
  static of(titles: string): Hierarchy | null {
    const columns = titles.replace(/^#/, '').trim().split(/ {2,}/);
    const levels = columns.pop()!.split(' / ');
    return levels.length < 2 ? null : new Hierarchy([...columns, ...levels], columns.length, levels.length);
  }

  /** @returns undefined if the line is no row; else the cells of a lowest row above it, or null if there is none */
  add(line: string): readonly string[] | null | undefined {
    const cells = line.trim().split(/ {2,}/);
    const name = cells.slice(this.numbers).join('  ');
    if (!share.test(cells[0]!) || name === '') return undefined;
    const indent = line.lastIndexOf(name);
    const { indents, names } = this.open ?? { indents: [], names: [] };
    const isBelow = indent > (indents.at(-1) ?? -1);
    const done = isBelow ? null : this.end();
    while (indents.length > 0 && indents.at(-1)! >= indent) {
      indents.pop();
      names.pop();
    }
    this.open = {
      indents: [...indents, indent],
      names: [...names, name],
      numbers: cells,
    };
    return done;
  }

  /** The cells of the last row, if it is the lowest of its branch. */
  end(): readonly string[] | null {
    const { open } = this;
    this.open = null;
    if (open === null) return null;
    const names = Array.from({ length: this.levels }, (_, level) => open.names[level] ?? '');
    return [...Array.from({ length: this.numbers }, (_, at) => open.numbers[at] ?? ''), ...names];
  }
}
