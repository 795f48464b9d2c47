/**
 * The tables of sar and sadf: the object of a table, found by its titles, and the column that names the
 * instance.
 */
import type { Counter } from '../../kit/metrics/series.ts';
import { unitOf } from '../../kit/metrics/values.ts';

/**
 * The titles of the tables, by object. If a title occurs in two tables, the other titles of the line decide.
 */
const objects: Readonly<Record<string, string>> = {
  cpu: '%user %usr %nice %system %sys %iowait %steal %irq %soft %guest %gnice %idle %wio physc %entc MHz wghMHz',
  scheduler:
    'proc/s cswch/s pswch/s runq-sz plist-sz ldavg-1 ldavg-5 ldavg-15 blocked %runocc swpq-sz %swpocc',
  interrupts: 'INTR intr/s CPU*',
  swap: 'pswpin/s pswpout/s kbswpfree kbswpused %swpused kbswpcad %swpcad swpin/s swpot/s bswin/s bswot/s',
  paging:
    'pgpgin/s pgpgout/s fault/s majflt/s pgfree/s pgscank/s pgscand/s pgsteal/s %vmeff pgprom/s pgdem/s atch/s pgin/s ppgin/s pflt/s vflt/s slock/s pgout/s ppgout/s pgscan/s %ufs_ipf slots cycle/s',
  memory:
    'kbmemfree kbavail kbmemused %memused kbbuffers kbcached kbcommit %commit kbactive kbinact kbdirty kbshmem kbshared kbmemshrd kbanonpg kbslab kbkstack kbpgtbl kbvmused frmpg/s bufpg/s campg/s shmpg/s kbhugfree kbhugused %hugused kbhugrsvd kbhugsurp freemem freeswap sml_mem alloc fail lg_mem ovsz_alloc',
  disk: 'tps rtps wtps dtps bread/s bwrtn/s bdscd/s rd_sec/s wr_sec/s rkB/s wkB/s dkB/s areq-sz avgrq-sz aqu-sz avgqu-sz await svctm %util DEV device %busy avque r+w/s blks/s avwait avserv',
  'buffer cache': 'lread/s %rcache bwrit/s lwrit/s %wcache pread/s pwrit/s',
  'system calls': 'fork/s exec/s rchar/s wchar/s',
  filesystem:
    'MBfsfree MBfsused %fsused %ufsused Ifree Iused %Iused FILESYSTEM MOUNTPOINT iget/s namei/s dirbk/s lookuppn/s dirblk/s',
  files: 'dentunusd file-nr inode-nr pty-nr file-sz inode-sz super-sz %file-sz proc-sz ov inod-sz lock-sz',
  pressure:
    '%scpu-10 %scpu-60 %scpu-300 %scpu %sio-10 %sio-60 %sio-300 %sio %fio-10 %fio-60 %fio-300 %fio %smem-10 %smem-60 %smem-300 %smem %fmem-10 %fmem-60 %fmem-300 %fmem',
  tty: 'TTY rcvin/s xmtin/s framerr/s prtyerr/s brk/s ovrun/s rawch/s canch/s outch/s mdmin/s',
  network:
    'IFACE rxpck/s txpck/s rxkB/s txkB/s rxbyt/s txbyt/s rxcmp/s txcmp/s rxmcst/s %ifutil rxerr/s txerr/s coll/s rxdrop/s txdrop/s txcarr/s rxfram/s rxfifo/s txfifo/s',
  softnet: 'total/s dropd/s squeezd/s rx_rps/s flw_lim/s blg_len',
  'nfs client': 'call/s retrans/s read/s write/s access/s getatt/s',
  'nfs server': 'scall/s badcall/s packet/s udp/s tcp/s hit/s miss/s sread/s swrite/s saccess/s sgetatt/s',
  sockets: 'totsck tcpsck udpsck rawsck ip-frag tcp-tw tcp6sck udp6sck raw6sck ip6-frag',
  ip: 'irec/s fwddgm/s idel/s orq/s asmrq/s asmok/s fragok/s fragcrt/s ihdrerr/s iadrerr/s iukwnpr/s idisc/s odisc/s onort/s asmf/s fragf/s',
  ip6: 'irec6/s fwddgm6/s idel6/s orq6/s asmrq6/s asmok6/s imcpck6/s omcpck6/s fragok6/s fragcr6/s ihdrer6/s iadrer6/s iukwnp6/s i2big6/s idisc6/s odisc6/s inort6/s onort6/s asmf6/s fragf6/s itrpck6/s',
  icmp: 'imsg/s omsg/s iech/s iechr/s oech/s oechr/s itm/s itmr/s otm/s otmr/s iadrmk/s iadrmkr/s oadrmk/s oadrmkr/s ierr/s oerr/s idstunr/s odstunr/s itmex/s otmex/s iparmpb/s oparmpb/s isrcq/s osrcq/s iredir/s oredir/s',
  icmp6:
    'imsg6/s omsg6/s iech6/s iechr6/s oechr6/s igmbq6/s igmbr6/s ogmbr6/s igmbrd6/s ogmbrd6/s irtsol6/s ortsol6/s irtad6/s inbsol6/s onbsol6/s inbad6/s onbad6/s ierr6/s idtunr6/s odtunr6/s itmex6/s otmex6/s iprmpb6/s oprmpb6/s iredir6/s oredir6/s ipck2b6/s opck2b6/s',
  tcp: 'active/s passive/s iseg/s oseg/s atmptf/s estres/s retrseg/s isegerr/s orsts/s',
  udp: 'idgm/s odgm/s noport/s idgmerr/s',
  udp6: 'idgm6/s odgm6/s noport6/s idgmer6/s',
  ipc: 'msg/s sema/s',
  fan: 'FAN rpm drpm',
  temperature: 'TEMP degC %temp',
  voltage: 'IN inV %in',
  battery: 'BAT %cap cap/min',
  usb: 'BUS maxpower',
  'fibre channel': 'FCHOST fch_rxf/s fch_txf/s fch_rxw/s fch_txw/s',
};

const objectByTitle = new Map(
  Object.entries(objects).flatMap(([object, titles]) =>
    titles.split(' ').map(title => [title, object] as const),
  ),
);

const instanceTitles = new Set(
  'CPU cpu INTR IFACE DEV device TTY FILESYSTEM MOUNTPOINT FAN TEMP IN BAT BUS FCHOST'.split(' '),
);

/** Columns of words, and of numbers that measure nothing. */
const ignoredTitles = new Set(['DEVICE', 'manufact', 'product', 'idvendor', 'idprod', 'status']);

/** Units that do not follow from titles. */
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
  'cap/min': '%/min',
  freemem: 'pages',
  freeswap: 'blocks',
};

/** The object of a table; null if sar has no table with these titles. */
export function objectOf(titles: readonly string[]): string | null {
  if (titles.includes('scall/s') && titles.includes('sread/s') && !titles.includes('badcall/s'))
    return 'system calls';
  for (const title of titles) {
    const object = objectByTitle.get(title);
    if (object !== undefined) return object;
  }
  return null;
}

/** Index of the column that names the instance; -1 in a table with one instance. */
export const nameOf = (titles: readonly string[]): number =>
  titles.findIndex(title => instanceTitles.has(title));

export function counterOf(title: string, object: string): Counter | null {
  if (instanceTitles.has(title) || ignoredTitles.has(title)) return null;
  // Interrupts by CPU: each column is the rate of one CPU.
  if (object === 'interrupts') return { counter: title, unit: '/s' };
  return { counter: title, unit: units[title] ?? unitOf(title) };
}
