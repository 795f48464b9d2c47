/**
 * Tables of bcc, libbpf-tools, perf-tools and bpftrace's tools: the tool that prints each, and facts that its titles
 * do not state. https://github.com/iovisor/bcc, https://github.com/brendangregg/perf-tools,
 * https://github.com/bpftrace/bpftrace
 */
import type { FieldRole } from '../event-meanings.ts';
import type { ColumnUse } from '../kit/columns/titles.ts';

export interface Tool {
  /** Kind of the tool's events, and object of its series. */
  readonly kind: string;
  /** Rows are sums over an interval or the whole run. */
  readonly isSummary: boolean;
  readonly roles?: Readonly<Record<string, FieldRole>>;
  readonly uses?: Readonly<Record<string, ColumnUse>>;
  readonly timedAtEnd?: boolean;
  /** Unit of times whose title states none. */
  readonly timeUnit?: string;
  /** Counter names for columns of a summary that mean the same as another tool's. */
  readonly counters?: Readonly<Record<string, string>>;
}

const disk = {
  BYTES: 'disk-io.bytes',
  DISK: 'disk-io.device',
  DEV: 'disk-io.device',
  T: 'disk-io.operation',
  TYPE: 'disk-io.operation',
} as const;
const call = {
  FD: 'syscall.result',
  RET: 'syscall.result',
  RESULT: 'syscall.result',
  RETURN: 'syscall.result',
  ERR: 'syscall.error',
} as const;
const event = (kind: string, more: Partial<Tool> = {}): Tool => ({ kind, isSummary: false, ...more });
const summary = (kind: string, more: Partial<Tool> = {}): Tool => ({ kind, isSummary: true, ...more });

const biosnoop = event('disk I/O', { roles: disk, timedAtEnd: true });
const iosnoop = event('disk I/O', { roles: disk });
/** Each row is a call; the kind is its name. */
const syscall = (kind: string): Tool =>
  event(kind, {
    roles: call,
    uses: { FD: 'number', SIG: 'text', RET: 'number', RESULT: 'number', RETURN: 'number', ERR: 'number' },
  });
const slower = event('file operation', { timedAtEnd: true });
const functionCall = event('function call', { timedAtEnd: true, uses: { RVAL: 'text' } });
const llcstat = summary('last-level cache', { uses: { NAME: 'process' } });
const syscount = summary('system call', { counters: { COUNT: 'calls', TIME: 'time' } });

/** Tools by their titles, without the columns that options add in front: times, UID. */
const byTitles: Readonly<Record<string, Tool>> = {
  'COMM PID DISK T SECTOR BYTES LAT(ms)': biosnoop,
  'COMM PID DISK T SECTOR BYTES QUE(ms) LAT(ms)': biosnoop,
  'COMM PID DISK T SECTOR BYTES PATTERN LAT(ms)': biosnoop,
  'DISK COMM PID LAT(ms)': biosnoop,
  'COMM PID TYPE DEV BLOCK BYTES LATms': iosnoop,
  'PID COMM FD ERR PATH': syscall('open or stat'),
  'PID COMM FD ERR FLAGS PATH': syscall('open'),
  'PID COMM FD ERR FLAGS MODE PATH': syscall('open'),
  'COMM PID FD FILE': syscall('open'),
  'PID COMM ERR PATH': syscall('stat'),
  'PCOMM PID PPID RET ARGS': syscall('execve'),
  'COMM PID PPID RET ARGS': syscall('execve'),
  'COMM PID RET ARGS': syscall('execve'),
  'PID COMM SIG TPID RESULT': syscall('kill'),
  'COMM PID TPID SIGNAL RETURN': syscall('kill'),
  'COMM PID KILLED SIGNAL RETURN': syscall('kill'),
  'COMM CALL': event('sync', { roles: { CALL: 'syscall.name' } }),
  'PID COMM UID SYSCALL ARGS': event('setuids', { roles: { SYSCALL: 'syscall.name' } }),
  'PID PPID ARGS': event('exec'),
  'PID ARGS': event('exec'),
  'COMM PID T BYTES OFF_KB LAT(ms) FILENAME': slower,
  'COMM PID D BYTES LAT(ms) FILENAME': slower,
  'COMM PID LAT(ms) RVAL FUNC': functionCall,
  'COMM PID LAT(us) RVAL FUNC': functionCall,
  // Its first versions call the thread's id PID, as the kernel does.
  'COMM PID LAT(us)': event('run queue wait', { timedAtEnd: true, uses: { PID: 'tid' } }),
  'COMM TID LAT(us)': event('run queue wait', { timedAtEnd: true }),
  'COMM TID LAT(us) PREV COMM PREV TID': event('run queue wait', { timedAtEnd: true }),
  'PID COMM LATms HOST': event('host lookup', { timedAtEnd: true }),
  'PID COMM LAT(ms) HOST': event('host lookup', { timedAtEnd: true }),
  // Input of trace2heatmap.pl. https://github.com/brendangregg/HeatMap
  'TIMEus DELTAus': event('latency', {
    timedAtEnd: true,
    timeUnit: 'us',
    uses: { TIMEus: 'time', DELTA: 'duration' },
  }),
  'PID MS QUERY': event('query', { timedAtEnd: true, uses: { MS: 'duration' } }),
  'PID COMM LADDR LPORT RADDR RPORT TX_KB RX_KB MS': event('TCP session', {
    timedAtEnd: true,
    uses: { MS: 'duration' },
  }),
  'PID COMM IP LADDR LPORT RADDR RPORT TX_KB RX_KB MS': event('TCP session', {
    timedAtEnd: true,
    uses: { MS: 'duration' },
  }),
  'PID COMM IP SADDR DADDR DPORT LAT(ms)': event('TCP connect', { timedAtEnd: true }),
  'SKADDR C-PID C-COMM LADDR LPORT RADDR RPORT OLDSTATE -> NEWSTATE MS': event('TCP state', {
    uses: { 'C-PID': 'pid', 'C-COMM': 'process', MS: 'duration' },
    timedAtEnd: true,
  }),
  'PID COMM LADDR LPORT RADDR RPORT MS': event('TCP packet wait', {
    timedAtEnd: true,
    uses: { MS: 'duration' },
  }),
  'START TIME (us) DESCRIPTION': event('garbage collection', { uses: { START: 'time', TIME: 'duration' } }),
  'START TIME (ms) DESCRIPTION': event('garbage collection', { uses: { START: 'time', TIME: 'duration' } }),
  // bpftrace's prints milliseconds under a title without a unit, bcc's seconds under `TIME(s)`.
  'PID COMM T FILE': event('directory lookup', { timeUnit: 'ms' }),
  // The titles are in another order than the cells.
  'PCOMM PPID COMM PID SECONDS': event('sleep', {
    uses: { PCOMM: 'number', PPID: 'text', COMM: 'pid', PID: 'process', SECONDS: 'number' },
  }),
  'PID NAME CPU REFERENCE MISS HIT%': llcstat,
  'PID TID NAME CPU REFERENCE MISS HIT%': llcstat,
  'Timestamp Event Family Local Remote': event('RDMA connection', { uses: { Timestamp: 'time' } }),
  'PID COMM SYS RET ARGs': event('shared memory', {
    uses: { RET: 'text' },
    roles: { SYS: 'syscall.name', RET: 'syscall.result' },
  }),
  'DEVICE PAGES REASON ms': event('writeback', { timedAtEnd: true, uses: { ms: 'duration' } }),
  'COMM PID LAT(ms) PAGES': event('direct reclaim', { timedAtEnd: true }),
  'COMM TID LAT(ms) PAGES': event('direct reclaim', { timedAtEnd: true }),
  'COMM PID NODE ZONE ORDER MODE LAT(ms) STATUS': event('compaction', {
    timedAtEnd: true,
    uses: { MODE: 'text', NODE: 'number', ORDER: 'number' },
  }),
  'SYSCALL COUNT': syscount,
  'SYSCALL COUNT TIME (us)': syscount,
  'SYSCALL COUNT TIME (ms)': syscount,
  'HARDIRQ TOTAL_usecs': summary('hard interrupt'),
  'HARDIRQ TOTAL_nsecs': summary('hard interrupt'),
  'HARDIRQ TOTAL_count': summary('hard interrupt'),
  'SOFTIRQ TOTAL_usecs': summary('soft interrupt'),
  'SOFTIRQ TOTAL_nsecs': summary('soft interrupt'),
  'SOFTIRQ TOTAL_count': summary('soft interrupt'),
  'FUNC COUNT': summary('function'),
  'ADDR FUNC COUNT': summary('function'),
  'HITS MISSES DIRTIES HITRATIO BUFFERS_MB CACHED_MB': summary('page cache'),
  'HITS MISSES DIRTIES RATIO BUFFERS_MB CACHE_MB': summary('page cache'),
  'PID COMM D MAJ MIN DISK I/O Kbytes AVGms': summary('disk I/O by process', {
    uses: { MAJ: 'text', MIN: 'text', D: 'text' },
  }),
  'Caller Avg-Spin Count Max-spin Total-spin': summary('mutex'),
  'Caller Avg-Hold Count Max-hold Total-hold': summary('mutex'),
};

/** Tables that are fully described by their titles. */
const others: Readonly<Record<string, readonly string[]>> = {
  'shell command': ['PID COMMAND'],
  'socket bind': ['PID COMM PROT ADDR PORT OPTS IF'],
  'capability check': [
    'PID COMM CAP NAME AUDIT',
    'PID TID COMM CAP NAME AUDIT',
    'PID TID COMM CAP NAME AUDIT INSETID',
    'PID COMM CAP NAME AUDIT INSETID',
    'PID COMM CAP NAME AUDIT VERDICT',
  ],
  exit: ['PCOMM PID PPID TID AGE(s) EXIT_CODE', 'LABEL PCOMM PID PPID TID AGE(s) EXIT_CODE'],
  'short-lived file': ['PID COMM AGE(s) FILE'],
  'file gone': ['PID COMM ACTION FILE'],
  'md flush': ['PID COMM DEVICE'],
  mount: ['COMM PID TID MNT_NS CALL', 'COMM PID TID PCOMM PPID MNT_NS CALL'],
  'socket file': ['ACTION TID COMM SOCKET FD NAME'],
  'soft interrupt wait': ['STAGE SOFTIRQ LAT(us) CPU COMM'],
  listen: ['PID COMM PROTO BACKLOG ADDR PORT', 'PID COMM NETNS PROTO BACKLOG ADDR PORT'],
  'TCP accept': ['PID COMM IP RADDR RPORT LADDR LPORT', 'PID COMM RADDR RPORT LADDR LPORT BL'],
  'TCP connect': [
    'PID COMM IP SADDR DADDR DPORT',
    'PID COMM IP SADDR LPORT DADDR DPORT',
    'PID COMM IP SADDR DADDR DPORT QUERY',
    'PID COMM SADDR SPORT DADDR DPORT',
  ],
  'TCP drop': [
    'PID IP SADDR:SPORT > DADDR:DPORT STATE (FLAGS)',
    'PID IP SADDR:SPORT > DADDR:DPORT STATE (FLAGS) REASON (CODE)',
    'PID COMM SADDR:SPORT DADDR:DPORT STATE',
  ],
  'TCP retransmit': [
    'PID IP LADDR:LPORT T> RADDR:RPORT STATE',
    'PID IP LADDR:LPORT T> RADDR:RPORT STATE SEQ',
    'PID LADDR:LPORT RADDR:RPORT STATE',
    'PID LADDR:LPORT -- RADDR:RPORT STATE',
  ],
  'TCP open or close': ['T PID COMM IP SADDR DADDR SPORT DPORT'],
  'thread start': ['PID COMM FUNC', 'ID TYPE DESCRIPTION'],
  'probe hit': ['PID TID COMM FUNC -', 'PID COMM FUNC -', 'CPU PID TID COMM FUNC -', 'PID TID COMM FUNC'],
  'method call': ['CPU PID TID TIME(us) METHOD'],
  sync: ['PID COMM EVENT'],
  sleep: ['PPID PCOMM PID COMM SECONDS'],
};

const otherSums: Readonly<Record<string, readonly string[]>> = {
  'disk access pattern': ['DISK %RND %SEQ COUNT KBYTES'],
  'BPF program': ['PID COMM TYPE COUNT'],
  'page cache by process': ['PID UID CMD HITS MISSES DIRTIES READ_HIT% WRITE_HIT%'],
  'directory cache': ['REFS/s SLOW/s MISS/s HIT%'],
  'directory I/O': ['READS WRITES R_Kb W_Kb PATH'],
  'file I/O': ['PID COMM READS WRITES R_Kb W_Kb T FILE', 'TID COMM READS WRITES R_Kb W_Kb T FILE'],
  'KVM exit': [
    'PID TID KVM_EXIT_REASON COUNT',
    'TID KVM_EXIT_REASON COUNT',
    'TIDS KVM_EXIT_REASON COUNT',
    'KVM_EXIT_REASON COUNT',
  ],
  'virtio queue': ['Driver Device VQ-Name In-SGs Out-SGs In-BW Out-BW'],
  'network queue': [
    'QueueID avg_size [0,64) [64,512) [512,2K) [2K,16K) [16K,64K)',
    'QueueID avg_size [0,64) [64,512) [512,2K) [2K,16K) [16K,64K) BPS PPS',
  ],
  slab: ['CACHE ALLOCS BYTES'],
  'swap in': ['COMM PID COUNT'],
  'TCP congestion': [
    'LAddrPort RAddrPort Open_ms Dod_ms Rcov_ms Cwr_ms Los_ms Chgs',
    'LAddrPort RAddrPort Open_us Dod_us Rcov_us Cwr_us Los_us Chgs',
  ],
  'TCP throughput': ['PID COMM LADDR RADDR RX_KB TX_KB', 'PID COMM LADDR6 RADDR6 RX_KB TX_KB'],
  VFS: [
    'READ/s WRITE/s FSYNC/s OPEN/s CREATE/s',
    'READ/s WRITE/s FSYNC/s OPEN/s CREATE/s UNLINK/s MKDIR/s RMDIR/s',
  ],
  method: ['METHOD #CALLS', 'METHOD #CALLS TIME (us)', 'METHOD #CALLS TIME (ms)'],
  object: ['TYPE #ALLOCS #BYTES'],
  runtime: ['PID CMDLINE METHOD/s GC/s OBJNEW/s CLOAD/s EXC/s THR/s'],
  hypercall: ['PPC HCALL COUNT', 'PPC HCALL COUNT MIN (us) MAX (us) AVG (us)'],
  'system calls of a process': [
    'PID COMM COUNT',
    'PID COMM COUNT MIN (us) MAX (us) AVG (us)',
    'PID COMM COUNT TIME (us)',
    'PID COMM COUNT TIME (ms)',
    'COMM COUNT',
  ],
  argdist: ['COUNT EVENT'],
};

const known = new Map<string, Tool>(Object.entries(byTitles));
for (const [kind, all] of Object.entries(others)) for (const titles of all) known.set(titles, event(kind));
for (const [kind, all] of Object.entries(otherSums))
  for (const titles of all) known.set(titles, summary(kind));

/** Titles of counts: rows with one of these are sums. */
const counted =
  /^(?:COUNT|READS|WRITES|HITS|REFERENCE|I\/O|REFS\/s|READ\/s|METHOD\/s|CALLS|ALLOCS|%RND|HIT%|RX_KB|TX_KB|Chgs|TOTAL_\w+|TOTAL)$/;

const front = /^(?:TIME(?!us$)\S*|STARTs|ENDs|UID|\(\w+\))$/;

/** Tool that prints these titles; null if it is unknown and no title marks the rows as sums. */
export function toolFor(header: string): Tool | null {
  const words = joined(header).trim().split(/\s+/);
  let from = 0;
  while (from < words.length - 1 && front.test(words[from]!)) from++;
  const tool = known.get(words.slice(from).join(' '));
  if (tool !== undefined) return words[0] === 'UID' && words[2] === 'PPID' ? null : tool;
  return words.some(word => counted.test(word)) ? summary('table') : null;
}

/** Tools that share their titles with others, by command. */
const byCommand: Readonly<Record<string, Tool>> = {
  opensnoop: syscall('open'),
  statsnoop: syscall('stat'),
};

/** Tool of a table, chosen by its command as well, if known. */
export function toolOfTable(header: string, command: string): Tool {
  const tool = toolFor(header);
  if (tool === null) {
    const isDisk = /(?:^|\s)(?:DISK|DEV)\s/.test(header) && /\sLAT/.test(header);
    return isDisk ? biosnoop : event(command === '' ? 'row' : command);
  }
  if (tool.kind === 'open or stat' && Object.hasOwn(byCommand, command)) return byCommand[command]!;
  return tool.kind === 'table' && command !== '' ? { ...tool, kind: command } : tool;
}

/** Joins titles of two words into one: `Avg Spin`, `# CALLS`. */
export const joined = (header: string): string =>
  header
    .replace(/ \(RET\)\s*$/, '')
    .replace(/\b(Avg|Max|Total|VQ|In|Out) (?=(?:[Ss]pin|[Hh]old|Name|SGs|BW)\b)/g, '$1-')
    .replace(/(\[\d+K?,) (?=\d+K?\))/g, ' $1')
    .replace(/# (?=[A-Z])/g, ' #');

const title = /^(?:[%#([]?[A-Z][\w%()/:.#-]*[\])]?|\([a-zA-Z]+\)|[-=]?>|T>|--?|#|ms)$/;

/** True if the line consists of titles. */
export function isHeader(text: string): boolean {
  if (text.length > 300) return false;
  // This runs for every line; titles always begin with a capital or `%`.
  const first = text.trimStart().charCodeAt(0);
  if ((first < 0x41 || first > 0x5a) && first !== 0x25) return false;
  const tool = toolFor(text);
  if (tool !== null && tool.kind !== 'table') return true;
  const words = text.trim().split(/\s+/);
  const capitals = words.filter(word => /^[A-Z][A-Z0-9_/%:()a-z-]*$/.test(word) && /[A-Z]{2}/.test(word));
  return (
    words.length > 1 && words.every(word => title.test(word)) && capitals.length >= Math.min(3, words.length)
  );
}
