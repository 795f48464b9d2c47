/** Names that tools give to the instance that is the total of all; in lower case. */
export const totals: ReadonlySet<string> = new Set(['all', 'sum', '_total', 'total', 'cpu-total']);
