import type { Format } from '../contract.ts';
import { mean, meaningsOf, means } from '../kit/metrics/meaning.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { PgbenchReader, progress } from './reader.ts';

const transaction = { 'db.operation.name': 'transaction' };
const pgbenchMeanings = meaningsOf({
  pgbench: {
    tps: means('aftertrace.operations', { 'operation.name': 'transaction' }),
    lat: means('db.client.operation.duration', { ...transaction, ...mean }),
    stddev: means('db.client.operation.duration', { ...transaction, statistic: 'stddev' }),
  },
});

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
  meanings: pgbenchMeanings,
  open: (out, options) => new PgbenchReader(out, options),
};
