/** Unit of offsets within a column: ms for columns of a second, coarser for wider columns. */
export interface OffsetScale {
  readonly unit: string;
  text(ns: number): string;
}

/** @param width of a column, ns */
export function offsetScale(width: number): OffsetScale {
  const [size, unit] =
    width <= 1e9
      ? [1e6, 'ms']
      : width <= 120e9
        ? [1e9, 's']
        : width <= 7200e9
          ? [60e9, 'min']
          : [3600e9, 'h'];
  return { unit, text: ns => String(Number((ns / size).toPrecision(6))) };
}
