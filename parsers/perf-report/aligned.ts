/** perf's tables: titles, and below them a line of dots that marks the columns. */
export interface AlignedColumn {
  readonly title: string;
  readonly start: number;
  /** Start of the next column; undefined for the last. */
  readonly end: number | undefined;
}

export const isRuler = (line: string): boolean => /^# ?\.{2}[. ]*$/.test(line);

/** The columns marked by a ruler, with their titles from the line above it. */
export function columnsOf(titles: string, ruler: string): AlignedColumn[] {
  const starts = [...ruler.matchAll(/\.+/g)].map(({ index }) => index);
  return starts.map((start, at) => {
    const end = starts[at + 1];
    return { title: titles.slice(start, end).trim(), start, end };
  });
}

export const cellsOf = (columns: readonly AlignedColumn[], line: string): string[] =>
  columns.map(({ start, end }) => line.slice(start, end).trim());
