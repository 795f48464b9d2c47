import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { PgbenchReader, progress } from './reader.ts';

/** https://www.postgresql.org/docs/current/pgbench.html */
export const pgbench: Format = {
  id: 'pgbench',
  title: 'pgbench',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head);
    if (lines.some(line => progress.test(line))) return 'yes';
    return lines.some(line => line.startsWith('transaction type: ')) &&
      lines.some(line => line.startsWith('scaling factor: '))
      ? 'yes'
      : 'no';
  },
  open: (out, options) => new PgbenchReader(out, options),
};
