/** The tables of sar: which object a table is about, told by one of its titles, and which column names the instance. */
import type { Counter } from '../kit/metrics/series.ts';
import { unitOf } from '../kit/metrics/values.ts';

/** Titles that only one table has, by object. */
const objects: Readonly<Record<string, readonly string[]>> = {
  cpu: ['%user', '%usr', '%idle', 'MHz', 'wghMHz', '%sys'],
  scheduler: ['proc/s', 'cswch/s', 'runq-sz', 'pswch/s'],
  interrupts: ['INTR', 'intr/s'],
  swap: ['pswpin/s', 'kbswpfree', 'swpin/s', 'bswin/s'],
  paging: ['pgpgin/s', 'pgout/s', 'ppgout/s', 'atch/s', 'pgin/s', 'slots', 'cycle/s', 'fault/s'],
  memory: ['kbmemfree', 'frmpg/s', 'kbhugfree', 'freemem', 'sml_mem', 'kbbuffers'],
  disk: ['tps', '%busy', 'DEV'],
  'buffer cache': ['lread/s', '%rcache'],
  'system calls': ['scall/s+sread/s', 'exec/s'],
  filesystem: ['MBfsfree', 'FILESYSTEM', 'MOUNTPOINT', 'iget/s'],
  files: ['dentunusd', 'file-sz', 'proc-sz', 'file-nr'],
  pressure: ['%scpu', '%sio', '%smem', '%scpu-10', '%sio-10', '%smem-10'],
  tty: ['TTY', 'rcvin/s', 'rawch/s'],
  network: ['IFACE', 'rxpck/s', 'rxerr/s'],
  softnet: ['squeezd/s'],
  'nfs client': ['getatt/s'],
  'nfs server': ['badcall/s'],
  sockets: ['totsck', 'tcp6sck'],
  ip: ['idel/s', 'ihdrerr/s'],
  ip6: ['idel6/s', 'ihdrer6/s'],
  icmp: ['iech/s', 'iparmpb/s'],
  icmp6: ['iech6/s', 'iprmpb6/s', 'imsg6/s', 'ierr6/s'],
  tcp: ['iseg/s', 'estres/s'],
  udp: ['noport/s'],
  udp6: ['noport6/s'],
  ipc: ['msg/s', 'sema/s'],
  fan: ['FAN'],
  temperature: ['TEMP'],
  voltage: ['IN'],
  battery: ['BAT'],
  usb: ['BUS'],
  'fibre channel': ['FCHOST'],
};

const objectByTitle = new Map(
  Object.entries(objects).flatMap(([object, titles]) => titles.map(title => [title, object] as const)),
);

const names = new Set(
  [
    'CPU',
    'cpu',
    'INTR',
    'IFACE',
    'DEV',
    'device',
    'TTY',
    'FILESYSTEM',
    'MOUNTPOINT',
    'FAN',
    'TEMP',
    'IN',
  ].concat(['BAT', 'BUS', 'FCHOST']),
);

/** Words, and numbers that measure nothing. */
const texts = new Set(['DEVICE', 'manufact', 'product', 'idvendor', 'idprod', 'status']);

/** Units that titles do not tell. */
const units: Readonly<Record<string, string>> = {
  'bread/s': 'blocks/s',
  'bwrtn/s': 'blocks/s',
  'bdscd/s': 'blocks/s',
  'blks/s': 'blocks/s',
  'pgpgin/s': 'kB/s',
  'pgpgout/s': 'kB/s',
  avwait: 'ms',
  avserv: 'ms',
  rpm: 'rpm',
  drpm: 'rpm',
  degC: '°C',
  inV: 'V',
  maxpower: 'mA',
  physc: 'CPUs',
  freemem: 'pages',
  freeswap: 'blocks',
};

/** The object of a table, null if sar has none with these titles. */
export function objectOf(titles: readonly string[]): string | null {
  if (titles.includes('scall/s') && titles.includes('sread/s') && !titles.includes('badcall/s'))
    return 'system calls';
  for (const title of titles) {
    const object = objectByTitle.get(title);
    if (object !== undefined) return object;
  }
  return null;
}

/** Where the name of the instance stands; -1 in a table about one thing. */
export const nameOf = (titles: readonly string[]): number => titles.findIndex(title => names.has(title));

export function counterOf(title: string, object: string): Counter | null {
  if (names.has(title) || texts.has(title)) return null;
  // Interrupts by CPU: each column is one CPU's rate.
  if (object === 'interrupts') return { counter: title, unit: '/s' };
  return { counter: title, unit: units[title] ?? unitOf(title) };
}
