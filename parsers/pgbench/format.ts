import type { Format } from '../contract.ts';
import { mean, meaningsOf, means } from '../kit/metrics/meaning.ts';
import { pgbenchEntry } from './entry.ts';
import { PgbenchReader } from './reader.ts';

const transaction = { 'db.operation.name': 'transaction' };

const pgbenchMeanings = meaningsOf({
  pgbench: {
    tps: means('aftertrace.operations', { 'operation.name': 'transaction' }),
    lat: means('db.client.operation.duration', { ...transaction, ...mean }),
    stddev: means('db.client.operation.duration', { ...transaction, statistic: 'stddev' }),
  },
});

export const pgbench: Format = {
  ...pgbenchEntry,
  meanings: pgbenchMeanings,
  open: (out, options) => new PgbenchReader(out, options),
};
