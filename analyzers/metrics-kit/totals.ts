/** Instances that stand for all, whichever tool names them so; compare in lower case. */
export const totals: ReadonlySet<string> = new Set(['all', 'sum', '_total', 'total', 'cpu-total']);
