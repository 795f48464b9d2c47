/** perf's tables: titles, and under them a line of points that says where each column stands. */
export interface AlignedColumn {
  readonly title: string;
  readonly start: number;
  /** Where the next column begins; none for the last. */
  readonly end: number | undefined;
}

export const isRuler = (line: string): boolean => /^# ?\.{2}[. ]*$/.test(line);

/** The columns of a ruler, with their titles out of the line above it. */
export function columnsOf(titles: string, ruler: string): AlignedColumn[] {
  const starts = [...ruler.matchAll(/\.+/g)].map(({ index }) => index);
  return starts.map((start, at) => {
    const end = starts[at + 1];
    return { title: titles.slice(start, end).trim(), start, end };
  });
}

export const cellsOf = (columns: readonly AlignedColumn[], line: string): string[] =>
  columns.map(({ start, end }) => line.slice(start, end).trim());
