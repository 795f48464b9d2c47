/**
 * Layouts of sadc's records, by activity, and how sar computes its values from them. An item consists of 64-bit
 * counters, longs, and 32-bit counters, in that order, then texts; the file states the number of each. Fields are
 * numbered from 0 over all of them.
 */
import type { Counter } from '../kit/metrics/series.ts';
import type { FileActivity } from './header.ts';

/** Two samples of one item, and the time between them. */
export interface Span {
  readonly now: ArrayLike<number>;
  /** null in the first sample after a start. */
  readonly before: ArrayLike<number> | null;
  /** Seconds between the two; NaN without a previous sample. */
  readonly seconds: number;
}

export interface ActivityLayout {
  readonly object: string;
  /** Formats of the item that have this layout. */
  readonly magics: readonly number[];
  /** Number of fields of each type in an item. */
  readonly types: readonly [number, number, number];
  /** Number of fields in sysstat 12.0, if there are more since. */
  readonly least?: readonly [number, number, number];
  readonly counters: readonly Counter[];
  /** Values of the counters; NaN if there is none. */
  values(span: Span): number[];
  /** Name of the item: its position, its text (with the given length), or a number of its own. */
  readonly name: 'none' | 'cpu' | 'text' | 'interrupt' | 'line' | ((fields: ArrayLike<number>) => string);
  /** The first item is the sum of the others, except for these fields, which are states. */
  readonly sum?: { readonly states: readonly number[] };
  /** Length of the text that names the item. */
  readonly textLength?: number;
}

/** Growth of a field; a counter that decreased was reset, and has not grown. */
const growth = ({ now, before }: Span, field: number): number =>
  before === null ? Number.NaN : Math.max(0, now[field]! - before[field]!);

const rate = (span: Span, field: number): number => growth(span, field) / span.seconds;

const share = (part: number, whole: number): number => (whole > 0 ? (100 * part) / whole : 0);

type Kind = 'rates' | 'states';

/** Activities whose fields are all rates, or all states, in the order of these titles. */
function plain(
  object: string,
  kind: Kind,
  magic: number,
  types: readonly [number, number, number],
  titles: string,
  more: Partial<ActivityLayout> = {},
): ActivityLayout {
  const names = titles.split(' ');
  const suffix = kind === 'rates' ? '/s' : '';
  return {
    object,
    magics: [magic],
    types,
    counters: names.map(name => ({ counter: `${name}${suffix}`, unit: kind === 'rates' ? '/s' : null })),
    values: span => names.map((_, field) => (kind === 'rates' ? rate(span, field) : span.now[field]!)),
    name: 'none',
    ...more,
  };
}

const percent = (titles: string): Counter[] =>
  titles.split(' ').map(name => ({ counter: `%${name}`, unit: '%' }));
const kilobytes = (titles: string): Counter[] =>
  titles.split(' ').map(name => ({ counter: `kb${name}`, unit: 'kB' }));
const perSecond = (titles: string, unit = '/s'): Counter[] =>
  titles.split(' ').map(counter => ({ counter, unit }));

/** user nice sys idle iowait steal hardirq softirq guest guest_nice; guests are counted in user and nice as well. */
const cpu: ActivityLayout = {
  object: 'cpu',
  magics: [0x8b],
  types: [10, 0, 0],
  counters: percent('usr nice sys iowait steal irq soft guest gnice idle'),
  values(span) {
    const grown = Array.from({ length: 10 }, (_, field) => growth(span, field));
    const [user, nice, sys, idle, iowait, steal, irq, soft, guest, guestNice] = grown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const whole = user + nice + sys + idle + iowait + steal + irq + soft;
    if (Number.isNaN(whole)) return [];
    // Before sysstat 10.3, guests with a lower priority were not counted separately.
    const parts = [
      user - guest,
      nice - (guestNice || 0),
      sys,
      iowait,
      steal,
      irq,
      soft,
      guest,
      guestNice,
      idle,
    ];
    // A CPU without ticks slept through the interval.
    if (whole === 0) return parts.map((_, at) => (at === parts.length - 1 ? 100 : 0));
    return parts.map(part => share(Math.max(0, part), whole));
  },
  name: 'cpu',
  sum: { states: [] },
};

const paging: ActivityLayout = {
  object: 'paging',
  magics: [0x8a, 0x8b],
  types: [0, 10, 0],
  least: [0, 8, 0],
  counters: [
    ...perSecond('pgpgin/s pgpgout/s', 'kB/s'),
    ...perSecond('fault/s majflt/s pgfree/s pgscank/s pgscand/s pgsteal/s pgprom/s pgdem/s'),
    { counter: '%vmeff', unit: '%' },
  ],
  values(span) {
    const rates = Array.from({ length: 10 }, (_, field) => rate(span, field));
    const scanned = growth(span, 5) + growth(span, 6);
    return [...rates, Number.isNaN(scanned) ? scanned : share(growth(span, 7), scanned)];
  },
  name: 'none',
};

const memory: ActivityLayout = {
  object: 'memory',
  magics: [0x8b],
  types: [17, 0, 0],
  counters: [
    ...kilobytes('memfree avail memused'),
    ...percent('memused'),
    ...kilobytes('buffers cached commit'),
    ...percent('commit'),
    ...kilobytes('active inact dirty anonpg slab kstack pgtbl vmused'),
    ...kilobytes('swpfree swpused').map(counter => ({ ...counter, object: 'swap' })),
    ...percent('swpused').map(counter => ({ ...counter, object: 'swap' })),
    ...kilobytes('swpcad').map(counter => ({ ...counter, object: 'swap' })),
    ...percent('swpcad').map(counter => ({ ...counter, object: 'swap' })),
  ],
  values({ now }) {
    const fields = Array.from({ length: 17 }, (_, field) => now[field]!);
    const [free, buffers, cached, total, swapFree, swapTotal, swapCached, commit, ...rest] = fields as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const [active, inactive, dirty, anonymous, slab, stacks, tables, vmalloc, available] = rest as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    // Before sysstat 11.4 the slab was not recorded.
    const used = Math.max(0, total - free - buffers - cached - (slab || 0));
    const swapUsed = swapTotal - swapFree;
    return [
      free,
      available,
      used,
      share(used, total),
      buffers,
      cached,
      commit,
      share(commit, total + swapTotal),
      active,
      inactive,
      dirty,
      anonymous,
      slab,
      stacks,
      tables,
      vmalloc,
      swapFree,
      swapUsed,
      share(swapUsed, swapTotal),
      swapCached,
      share(swapCached, swapUsed),
    ];
  },
  name: 'none',
};

/** nr_ios wwn wwn rd_sect wr_sect dc_sect rd_ticks wr_ticks tot_ticks rq_ticks major minor dc_ticks; sectors of 512 B. */
const disk: ActivityLayout = {
  object: 'disk',
  magics: [0x8c],
  types: [3, 3, 8],
  least: [1, 2, 6],
  counters: [
    ...perSecond('tps'),
    ...perSecond('rkB/s wkB/s dkB/s', 'kB/s'),
    { counter: 'areq-sz', unit: 'kB' },
    { counter: 'aqu-sz', unit: null },
    { counter: 'await', unit: 'ms' },
    { counter: '%util', unit: '%' },
  ],
  values(span) {
    const operations = growth(span, 0);
    const sectors = [3, 4, 5].map(field => growth(span, field));
    const ticks = growth(span, 6) + growth(span, 7) + (growth(span, 12) || 0);
    const each = (sum: number): number => (operations > 0 ? sum / operations : operations);
    return [
      rate(span, 0),
      ...sectors.map(count => count / span.seconds / 2),
      each((sectors[0]! + sectors[1]! + (sectors[2]! || 0)) / 2),
      rate(span, 9) / 1000,
      each(ticks),
      rate(span, 8) / 10,
    ];
  },
  name: fields => `dev${fields[10]}-${fields[11]}`,
};

/** rx_packets tx_packets rx_bytes tx_bytes rx_compressed tx_compressed multicast speed; speed in Mbit/s. */
const network: ActivityLayout = {
  object: 'network',
  magics: [0x8d],
  types: [7, 0, 1],
  counters: [
    ...perSecond('rxpck/s txpck/s'),
    ...perSecond('rxkB/s txkB/s', 'kB/s'),
    ...perSecond('rxcmp/s txcmp/s rxmcst/s'),
    { counter: '%ifutil', unit: '%' },
  ],
  values(span) {
    const [received, sent] = [rate(span, 2), rate(span, 3)];
    const speed = span.now[7]! * 1e6;
    // Field 8 is the duplex mode: 2 is full duplex.
    const bits = 8 * (span.now[8] === 2 ? Math.max(received, sent) : received + sent);
    return [
      rate(span, 0),
      rate(span, 1),
      received / 1024,
      sent / 1024,
      rate(span, 4),
      rate(span, 5),
      rate(span, 6),
      Number.isNaN(bits) ? bits : share(bits, speed),
    ];
  },
  name: 'text',
  textLength: 16,
};

const pressure = (what: string, full: boolean): ActivityLayout => {
  const kinds = full ? ['s', 'f'] : ['s'];
  return {
    object: 'pressure',
    magics: [0x8a],
    types: [kinds.length, 3 * kinds.length, 0],
    counters: kinds.flatMap(kind =>
      percent(['-10', '-60', '-300', ''].map(end => `${kind}${what}${end}`).join(' ')),
    ),
    // Averages in hundredths of a percent; the totals are µs of waiting.
    values: span =>
      kinds.flatMap((_, kind) => [
        ...[0, 1, 2].map(at => span.now[kinds.length + 3 * kind + at]! / 100),
        rate(span, kind) / 10_000,
      ]),
    name: 'none',
  };
};

const filesystem: ActivityLayout = {
  object: 'filesystem',
  magics: [0x8b],
  types: [5, 0, 0],
  counters: [
    { counter: 'MBfsfree', unit: 'MB' },
    { counter: 'MBfsused', unit: 'MB' },
    ...percent('fsused ufsused'),
    { counter: 'Ifree', unit: 'count' },
    { counter: 'Iused', unit: 'count' },
    ...percent('Iused'),
  ],
  values({ now }) {
    const [size, free, available, files, filesFree] = [now[0]!, now[1]!, now[2]!, now[3]!, now[4]!];
    return [
      free / 2 ** 20,
      (size - free) / 2 ** 20,
      share(size - free, size),
      share(size - available, size),
      filesFree,
      files - filesFree,
      share(files - filesFree, files),
    ];
  },
  name: 'text',
  textLength: 128,
};

/** Activities by number. */
const activities: Readonly<Record<number, ActivityLayout>> = {
  1: cpu,
  2: {
    ...plain('scheduler', 'rates', 0x8b, [1, 1, 0], 'proc cswch'),
    values: span => [rate(span, 1), rate(span, 0)],
  },
  3: plain('interrupts', 'rates', 0x8c, [0, 0, 1], 'intr', { name: 'interrupt', textLength: 8 }),
  4: plain('swap', 'rates', 0x8a, [0, 2, 0], 'pswpin pswpout'),
  5: paging,
  6: {
    ...plain('disk', 'rates', 0x8b, [7, 0, 0], 'tps', { least: [5, 0, 0] }),
    counters: [...perSecond('tps rtps wtps dtps'), ...perSecond('bread/s bwrtn/s bdscd/s', 'blocks/s')],
    values: span => [0, 1, 2, 5, 3, 4, 6].map(field => rate(span, field)),
  },
  7: memory,
  8: {
    ...plain('files', 'states', 0x8b, [4, 0, 0], 'dentunusd file-nr inode-nr pty-nr'),
    values: ({ now }) => [now[2]!, now[0]!, now[1]!, now[3]!],
  },
  9: {
    ...plain('scheduler', 'states', 0x8c, [3, 0, 3], 'runq-sz plist-sz ldavg-1 ldavg-5 ldavg-15 blocked'),
    values: ({ now }) => [now[0]!, now[2]!, now[3]! / 100, now[4]! / 100, now[5]! / 100, now[1]!],
  },
  10: plain('tty', 'rates', 0x8b, [0, 0, 7], 'rcvin xmtin framerr prtyerr brk ovrun', {
    name: fields => String(fields[6]),
  }),
  11: disk,
  12: network,
  13: plain(
    'network',
    'rates',
    0x8c,
    [9, 0, 0],
    'coll rxerr txerr rxdrop txdrop rxfifo txfifo rxfram txcarr',
    {
      name: 'text',
      textLength: 16,
    },
  ),
  14: plain('nfs client', 'rates', 0x8a, [0, 0, 6], 'call retrans read write access getatt'),
  15: plain(
    'nfs server',
    'rates',
    0x8a,
    [0, 0, 11],
    'scall badcall packet udp tcp hit miss sread swrite saccess sgetatt',
  ),
  16: plain('sockets', 'states', 0x8a, [0, 0, 6], 'totsck tcpsck tcp-tw udpsck rawsck ip-frag'),
  17: plain('ip', 'rates', 0x8c, [8, 0, 0], 'irec fwddgm idel orq asmrq asmok fragok fragcrt'),
  18: plain('ip', 'rates', 0x8c, [8, 0, 0], 'ihdrerr iadrerr iukwnpr idisc odisc onort asmf fragf'),
  19: plain(
    'icmp',
    'rates',
    0x8a,
    [0, 14, 0],
    'imsg omsg iech iechr oech oechr itm itmr otm otmr iadrmk iadrmkr oadrmk oadrmkr',
  ),
  20: plain(
    'icmp',
    'rates',
    0x8a,
    [0, 12, 0],
    'ierr oerr idstunr odstunr itmex otmex iparmpb oparmpb isrcq osrcq iredir oredir',
  ),
  21: plain('tcp', 'rates', 0x8a, [0, 4, 0], 'active passive iseg oseg'),
  22: plain('tcp', 'rates', 0x8a, [0, 5, 0], 'atmptf estres retrans isegerr orsts'),
  23: plain('udp', 'rates', 0x8a, [0, 4, 0], 'idgm odgm noport idgmerr'),
  24: plain('sockets', 'states', 0x8a, [0, 0, 4], 'tcp6sck udp6sck raw6sck ip6-frag'),
  25: plain(
    'ip6',
    'rates',
    0x8c,
    [10, 0, 0],
    'irec6 fwddgm6 idel6 orq6 asmrq6 asmok6 imcpck6 omcpck6 fragok6 fragcr6',
  ),
  26: plain(
    'ip6',
    'rates',
    0x8c,
    [11, 0, 0],
    'ihdrer6 iadrer6 iukwnp6 i2big6 idisc6 odisc6 inort6 onort6 asmf6 fragf6 itrpck6',
  ),
  27: plain(
    'icmp6',
    'rates',
    0x8a,
    [0, 17, 0],
    'imsg6 omsg6 iech6 iechr6 oechr6 igmbq6 igmbr6 ogmbr6 igmbrd6 ogmbrd6 irtsol6 ortsol6 irtad6 inbsol6 onbsol6 inbad6 onbad6',
  ),
  28: plain(
    'icmp6',
    'rates',
    0x8a,
    [0, 11, 0],
    'ierr6 idtunr6 odtunr6 itmex6 otmex6 iprmpb6 oprmpb6 iredir6 oredir6 ipck2b6 opck2b6',
  ),
  29: plain('udp6', 'rates', 0x8a, [0, 4, 0], 'idgm6 odgm6 noport6 idgmer6'),
  30: {
    ...plain('cpu', 'states', 0x8a, [0, 1, 0], 'MHz', { name: 'cpu' }),
    counters: [{ counter: 'MHz', unit: 'MHz' }],
    values: ({ now }) => [now[0]! / 100],
  },
  34: {
    object: 'memory',
    magics: [0x8b],
    types: [4, 0, 0],
    least: [2, 0, 0],
    counters: [...kilobytes('hugfree hugused'), ...percent('hugused'), ...kilobytes('hugrsvd hugsurp')],
    values: ({ now }) => [now[0]!, now[1]! - now[0]!, share(now[1]! - now[0]!, now[1]!), now[2]!, now[3]!],
    name: 'none',
  },
  37: filesystem,
  39: {
    ...plain('softnet', 'rates', 0x8a, [0, 0, 6], 'total dropd squeezd rx_rps flw_lim', {
      name: 'cpu',
      least: [0, 0, 5],
      sum: { states: [5] },
    }),
    counters: [
      ...perSecond('total/s dropd/s squeezd/s rx_rps/s flw_lim/s'),
      { counter: 'blg_len', unit: null },
    ],
    values: span => [...[0, 1, 2, 3, 4].map(field => rate(span, field)), span.now[5]!],
  },
  40: pressure('cpu', false),
  41: pressure('io', true),
  42: pressure('mem', true),
};

/** Before sysstat 12.5.6 interrupts had no names, and were not counted by CPU. */
const numberedInterrupts: ActivityLayout = {
  ...plain('interrupts', 'rates', 0x8b, [1, 0, 0], 'intr', { name: 'line' }),
  counters: perSecond('all'),
};

/** The layout of an activity in a format; null if it is not supported. */
export function layoutOf({ id, magic, types, old }: FileActivity): ActivityLayout | null {
  const layout = id === 3 && magic === 0x8b ? numberedInterrupts : activities[id];
  if (layout === undefined || !layout.magics.includes(magic)) return null;
  if (old) return layout;
  return (layout.least ?? layout.types).every((least, kind) => types[kind]! >= least) ? layout : null;
}
