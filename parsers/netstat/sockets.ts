/** Lists of sockets, counted by protocol and state, with the sum of their queues. */
import type { Output } from '../contract.ts';
import { type Counter, MetricTable, type Moment } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';

const protocols =
  /^(?:tcp|udp|udplite|raw|icm|icmp|sctp|dccp|unix|stream|dgram|seqpac|seqpacket|kevt|kctl|divert|bluetooth|rfcomm|l2cap|x25|ax25)(?:4|6|46|L|lite|m)*$/i;
const states =
  /^(?:ESTABLISHED|SYN_SENT|SYN_RECV|SYN_RCVD|SYN_RECEIVED|FIN_WAIT_?[12]|TIME_WAIT|CLOSED?|CLOSE_WAIT|LAST_ACK|LISTEN|LISTENING|CLOSING|UNKNOWN|CONNECTED|CONNECTING|DISCONNECTING|FREE|BOUND|IDLE)$/;

const counters: readonly Counter[] = [
  { counter: 'sockets', unit: 'count' },
  { counter: 'Recv-Q', unit: 'B' },
  { counter: 'Send-Q', unit: 'B' },
];

export class Sockets {
  private readonly metrics: MetricTable;
  private readonly groups = new Map<string, { count: number; received: number; sent: number }>();
  private titles: readonly string[] = [];

  constructor(out: Output) {
    this.metrics = new MetricTable(out, null, 'sockets', counters);
  }

  read(line: string): boolean {
    const cells = words(line);
    if (/^(?:Proto|Address|Tcpcb|Socket|PCB|pcb|id|kctlref|Active|Registered)$/.test(cells[0]!)) {
      this.titles = cells;
      return true;
    }
    const at = cells.slice(0, 3).findIndex(cell => protocols.test(cell));
    // Kernel control modules have no protocol; Windows -b prints the program on lines of its own.
    if (at < 0) return true;
    const state = cells.slice(at + 1).find(cell => states.test(cell));
    const key = state === undefined ? cells[at]! : `${cells[at]} ${state}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { count: 0, received: 0, sent: 0 };
      this.groups.set(key, group);
    }
    group.count++;
    group.received += queue(this.titles, 'Recv-Q', cells);
    group.sent += queue(this.titles, 'Send-Q', cells);
    return true;
  }

  close(at: Moment): void {
    for (const [key, { count, received, sent }] of this.groups) {
      this.metrics.write(key, [count, received, sent], at);
    }
    this.groups.clear();
  }
}

/** Length of a queue; `NaN` if the list does not have it. The queues are left of any cell that may be empty. */
function queue(titles: readonly string[], title: string, cells: readonly string[]): number {
  const column = titles.indexOf(title);
  const cell = column < 0 ? '' : (cells[column] ?? '');
  return /^\d+$/.test(cell) ? Number(cell) : Number.NaN;
}
