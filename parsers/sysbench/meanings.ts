/** Meanings of sysbench's values. The latency is a percentile, stated in its name. */
import { type CounterMeanings, meaningsOf, means } from '../kit/metrics/meaning.ts';

const operations = (name: string) => means('aftertrace.operations', { 'operation.name': name });
const percentiles = [95, 99, 90, 50];

const latencies: CounterMeanings = Object.fromEntries(
  percentiles.flatMap(each => {
    const latency = means('aftertrace.operation.duration', { statistic: `p${each}` });
    return [`lat (ms,${each}%)`, `latency (ms,${each}%)`, `response time (${each}%)`].map(name => [
      name,
      latency,
    ]);
  }),
);

export const sysbenchMeanings = meaningsOf({
  sysbench: {
    tps: operations('transaction'),
    qps: operations('query'),
    eps: operations('event'),
    'err/s': means('aftertrace.operation.errors'),
    errors: means('aftertrace.operation.errors'),
    ...latencies,
  },
});
