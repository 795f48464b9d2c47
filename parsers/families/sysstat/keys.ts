/**
 * Translates keys of sysstat's JSON and XML to titles of its tables: `usr` of `cpu-load` becomes `%usr`, as
 * in sar and mpstat, so that one question finds both.
 */
import type { Task } from '../../contract.ts';
import { type Counter, counterOf, idOf } from '../../kit/metrics/series.ts';
import { counterOf as sarCounter } from './objects.ts';

/** A row of an activity. */
export type Row = Readonly<Record<string, unknown>>;

interface Activity {
  readonly object: string;
  /** Prefix that titles in the tables have before the key. */
  readonly prefix?: string;
  /** True for rates: titles in the tables have `/s` after the key. */
  readonly rate?: true;
}

const rate = true;

const activities: Readonly<Record<string, Activity>> = {
  'cpu-load': { object: 'cpu', prefix: '%' },
  'cpu-load-all': { object: 'cpu', prefix: '%' },
  'avg-cpu': { object: 'cpu', prefix: '%' },
  'node-load': { object: 'node', prefix: '%' },
  'sum-interrupts': { object: 'interrupts', rate },
  'individual-interrupts': { object: 'interrupts', rate },
  'soft-interrupts': { object: 'interrupts', rate },
  interrupts: { object: 'interrupts' },
  'process-and-context-switch': { object: 'scheduler', rate },
  queue: { object: 'scheduler' },
  'swap-pages': { object: 'swap', rate },
  paging: { object: 'paging', rate },
  io: { object: 'disk', rate },
  disk: { object: 'disk', rate },
  memory: { object: 'memory', prefix: 'kb' },
  hugepages: { object: 'memory', prefix: 'kb' },
  kernel: { object: 'files' },
  serial: { object: 'tty', rate },
  'net-dev': { object: 'network', rate },
  'net-edev': { object: 'network', rate },
  'net-nfs': { object: 'nfs client', rate },
  'net-nfsd': { object: 'nfs server', rate },
  'net-sock': { object: 'sockets' },
  'net-sock6': { object: 'sockets' },
  'net-ip': { object: 'ip', rate },
  'net-eip': { object: 'ip', rate },
  'net-icmp': { object: 'icmp', rate },
  'net-eicmp': { object: 'icmp', rate },
  'net-tcp': { object: 'tcp', rate },
  'net-etcp': { object: 'tcp', rate },
  'net-udp': { object: 'udp', rate },
  'net-ip6': { object: 'ip6', rate },
  'net-eip6': { object: 'ip6', rate },
  'net-icmp6': { object: 'icmp6', rate },
  'net-eicmp6': { object: 'icmp6', rate },
  'net-udp6': { object: 'udp6', rate },
  softnet: { object: 'softnet', rate },
  fchosts: { object: 'fibre channel', rate },
  fchost: { object: 'fibre channel', rate },
  'cpu-frequency': { object: 'cpu' },
  'cpu-weighted-frequency': { object: 'cpu' },
  'fan-speed': { object: 'fan' },
  temperature: { object: 'temperature' },
  'voltage-input': { object: 'voltage' },
  battery: { object: 'battery' },
  'usb-devices': { object: 'usb' },
  filesystems: { object: 'filesystem' },
  filesystem: { object: 'cifs' },
  tape: { object: 'tape' },
  'psi-cpu': { object: 'pressure' },
  'psi-io': { object: 'pressure' },
  'psi-mem': { object: 'pressure' },
};

/** Titles of keys to which none of the rules in `titleOf` applies. */
const titles: Readonly<Record<string, string>> = {
  frequency: 'MHz',
  'weighted-frequency': 'wghMHz',
  'percent-temp': '%temp',
  'percent-in': '%in',
  'percent-capacity': '%cap',
  variation: 'cap/min',
  util: '%util',
  rrqm: '%rrqm',
  wrqm: '%wrqm',
  drqm: '%drqm',
  Rd: '%Rd',
  Wr: '%Wr',
  Oa: '%Oa',
  MEM: '%MEM',
  cpu_nr: 'CPU',
  rd_sec: 'rd_sec/s',
  wr_sec: 'wr_sec/s',
  dc_sec: 'dc_sec/s',
};

/** Keys that get no `/s` in an activity of rates: they are no rates, or end in `/s` already. */
const withoutSuffix =
  /^(?:[rwd]?tps|await|.*(?:areq-sz|avgrq-sz|aqu-sz|avgqu-sz|_await|svctm)|%.*|blg_len|all|CPU\d+|.*\/s)$/;

const pressure: Readonly<Record<string, string>> = { 'psi-cpu': 'cpu', 'psi-io': 'io', 'psi-mem': 'mem' };

/** Keys that name the instance; the first that a row has is used. */
const instanceKeys = [
  'cpu',
  'node',
  'intr',
  'disk-device',
  'disk_device',
  'dev',
  'iface',
  'line',
  'filesystem',
  'fsname',
  'fs_name',
  'mountp',
  'tape_device',
  'fchost',
  'name',
  'number',
  'bus_number',
];

/** Keys that are neither counters nor names of instances: places, words, totals of topology. */
const otherKeys = [
  'core',
  'socket',
  'idvendor',
  'idprod',
  'manufact',
  'product',
  'status',
  'device',
  'leader',
  'policy',
];

/** True if sysstat has an activity of this name. */
export const isActivity = (name: string): boolean => name in activities;

/**
 * True for rows of pidstat. Its activities share names with others (`disk`, `kernel`), so the keys of the row
 * decide.
 */
const isTask = (row: Row): boolean => 'cmd' in row && ('PID' in row || 'TGID' in row);

/** The counters of the keys of a row; null for keys that are not counters. */
export function countersOfRow(activity: string, row: Row): (Counter | null)[] {
  const task = isTask(row);
  return Object.keys(row).map(key => (task ? taskCounter(key) : counterOfKey(activity, key)));
}

function counterOfKey(activity: string, key: string): Counter | null {
  // In `sum-interrupts`, `intr` is the sum of a CPU's interrupts; elsewhere it names an interrupt.
  if (key === 'intr' && activity === 'sum-interrupts') return { counter: 'intr/s', unit: '/s' };
  if (otherKeys.includes(key) || instanceKeys.includes(key)) return null;
  const known = activities[activity];
  const title = titleOf(activity, known, key);
  if (known === undefined) return counterOf(title);
  const counter = sarCounter(title, known.object) ?? counterOf(title);
  return activity === 'memory' && /swp/.test(title) ? { ...counter, object: 'swap' } : counter;
}

function titleOf(activity: string, known: Activity | undefined, key: string): string {
  const special = titles[key];
  if (special !== undefined) return special;
  if (key.startsWith('%')) return key;
  if (key.endsWith('-percent')) return `%${key.slice(0, -'-percent'.length)}`;
  const pressureKey = /^(some|full)_avg(\d*)$/.exec(key);
  if (pressureKey !== null) {
    const seconds = pressureKey[2] === '' ? '' : `-${pressureKey[2]}`;
    return `%${pressureKey[1] === 'some' ? 's' : 'f'}${pressure[activity]}${seconds}`;
  }
  if (activity === 'memory' && key === 'shared') return 'kbshmem';
  if (activity === 'memory' && key === 'inactive') return 'kbinact';
  if (known?.prefix !== undefined) return `${known.prefix}${key}`;
  return known?.rate && !withoutSuffix.test(key) ? `${key}/s` : key;
}

const taskPercents: Readonly<Record<string, string>> = {
  usr: '%usr',
  system: '%system',
  guest: '%guest',
  wait: '%wait',
  cpu: '%CPU',
};
const taskIdentity = ['UID', 'USER', 'PID', 'TGID', 'TID', 'cmd'];

function taskCounter(key: string): Counter | null {
  if (taskIdentity.includes(key)) return null;
  const title = taskPercents[key] ?? titles[key] ?? key;
  if (['VSZ', 'RSS', 'StkSize', 'StkRef'].includes(title)) return { counter: title, unit: 'kB' };
  return title === 'iodelay' ? { counter: title, unit: 'ticks' } : counterOf(title);
}

/**
 * The object of a row; the name of the activity if it is not known. Threads and processes have different
 * objects.
 */
export function objectOfRow(activity: string, row: Row): string {
  if (isTask(row)) return typeof row.TID === 'string' && row.TID !== '' ? 'thread' : 'process';
  return activities[activity]?.object ?? activity;
}

const cellOf = (value: unknown): string | undefined => (value === undefined ? value : String(value));

/** The instance of a row; null where there is only one. */
export function instanceOfRow(activity: string, row: Row): string | Task | null {
  if (isTask(row)) {
    const { cmd, PID, TGID, TID } = row;
    return {
      process: String(cmd),
      pid: idOf(cellOf(PID ?? TGID)),
      tid: PID === undefined ? idOf(cellOf(TID)) : -1,
    };
  }
  if (activity === 'usb-devices') return `${row.bus_number} ${row.idvendor}:${row.idprod}`;
  for (const key of instanceKeys) {
    const value = row[key];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    return String(value) === '-1' ? 'all' : String(value).trim();
  }
  return null;
}
