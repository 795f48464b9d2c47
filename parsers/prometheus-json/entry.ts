/**
 * Answers of Prometheus's HTTP API to range and instant queries, also of Thanos, Mimir and VictoriaMetrics.
 * https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

const first =
  /^\ufeff?\s{0,64}\{\s{0,64}"status"\s{0,64}:\s{0,64}"success"\s{0,64},\s{0,64}(?:"isPartial"\s{0,64}:\s{0,64}(?:true|false)\s{0,64},\s{0,64})?"data"\s{0,64}:\s{0,64}\{\s{0,64}"resultType"\s{0,64}:\s{0,64}"(?:matrix|vector)"/;

const sniffed = 1024;

export const prometheusJsonEntry: FormatEntry = {
  id: 'prometheus-json',
  title: 'Prometheus query result (JSON)',
  unit: 'bytes',
  version: 1,
  lost: 'values that are not finite; native histograms',
  sniff: (head): Sniff => (first.test(decode(head, 0, Math.min(head.length, sniffed))) ? 'yes' : 'no'),
  load: async () => (await import('./format.ts')).prometheusJson,
};
