import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://software.es.net/iperf/ */
export const iperfEntry: FormatEntry = {
  id: 'iperf',
  title: 'iperf, iperf3 (text)',
  unit: 'lines',
  version: 1,
  lost: 'totals of a run, which are facts; values behind the titled columns',
  sniff(head) {
    const lines = headLines(head);
    return lines.some(line => titles.test(line)) && lines.some(line => interval.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).iperf,
};

export const titles = /^\[ {0,3}ID\](?:\[Role\])? Interval {1,20}Transfer {1,20}(?:Bitrate|Bandwidth)(.*)$/;

/** `[  5][TX-C]   0.00-1.00   sec  1.71 GBytes  14.6 Gbits/sec    0   1023 KBytes` */
export const interval =
  /^\[ {0,3}(\d{1,6}|SUM)\](?:\[([A-Z-]{1,8})\])? {1,8}(\d{1,9}\.\d{1,6})- {0,8}(\d{1,9}\.\d{1,6}) {1,8}sec {1,8}([\d.]{1,12}) ([KMGTP]?)Bytes {1,8}([\d.]{1,12}) ([KMGTP]?)(bits|Bytes)\/sec(.*)$/;
