/** The lines of ftrace's text, as plain functions over strings. https://docs.kernel.org/trace/ftrace.html */

export interface Entry {
  /** null where the kernel no longer knew it (`<...>`). */
  readonly comm: string | null;
  readonly tid: number;
  /** -1 where the option `record-tgid` is off. */
  readonly pid: number;
  readonly cpu: number;
  /** `6412438.703521`; empty where the clock counts something else. */
  readonly time: string;
  readonly text: string;
}

/** `comm-1678  ( 1670) [000] d..1 6412438.703521: text`; trace-cmd prints no flags. */
const entry =
  /^ {0,30}(\S.{0,31}?)-(\d{1,9}) +(?:\( *(\d{1,9}|-+)\) +)?\[(\d{3,5})\] +(?:\S{1,8} +)?(\d{1,12}(?:\.\d{3,9})?): +(.*)$/;

export function parseEntry(line: string): Entry | null {
  const match = entry.exec(line);
  if (match === null) return null;
  const [, comm = '', tid, pid = '', cpu, time = '', text = ''] = match;
  return {
    comm: comm === '<...>' ? null : comm,
    tid: Number(tid),
    pid: /^\d/.test(pid) ? Number(pid) : -1,
    cpu: Number(cpu),
    time: time.includes('.') ? time : '',
    text,
  };
}

/** What an entry says: `do_nanosleep <-hrtimer_nanosleep`, `sched_switch: prev_comm=…`, `sys_read(fd: 3, …)`. */
export type Said =
  | { readonly is: 'function'; readonly name: string; readonly caller: string }
  | { readonly is: 'stack' }
  | { readonly is: 'event'; readonly name: string; readonly payload: string };

export function parseSaid(text: string): Said {
  if (text === '<stack trace>' || text === '<user stack trace>') return { is: 'stack' };
  const called = /^(\S{1,500}) <-(\S{1,500})$/.exec(text);
  if (called !== null) return { is: 'function', name: called[1]!, caller: called[2]! };
  const entered = /^sys_(\w{1,60})\((.*)\)$/.exec(text);
  if (entered !== null) return { is: 'event', name: `sys_enter_${entered[1]}`, payload: entered[2]! };
  const returned = /^sys_(\w{1,60}) -> (\S+)$/.exec(text);
  if (returned !== null) return { is: 'event', name: `sys_exit_${returned[1]}`, payload: returned[2]! };
  const named = /^([\w.:]{1,120}):(?: +(.*))?$/.exec(text);
  if (named === null) return { is: 'event', name: 'print', payload: text };
  return { is: 'event', name: named[1]!, payload: named[2] ?? '' };
}

/** A line of the graph of functions. */
export interface GraphLine {
  readonly time: string;
  readonly cpu: number;
  readonly comm: string | null;
  readonly tid: number;
  /** µs; NaN where it has none. */
  readonly duration: number;
  readonly is: 'enter' | 'leave' | 'call' | 'comment';
  /** Of the function; empty at a closing brace that does not say it. */
  readonly name: string;
}

const graph =
  /^ *(?:(\d{1,12}\.\d{3,9}) +\| +)?(\d{1,5})\) +(?:(\S.{0,31}?)-(\d{1,9}) +\| +)?(?:\S{1,6} +\| +)?(?:[+!#*@$] ?)?(?:(\d{1,12}(?:\.\d{1,6})?) us|={5,}>|<={5,})? +\|(?: +(.*))?$/;

export function parseGraph(line: string): GraphLine | null {
  const match = graph.exec(line);
  if (match === null) return null;
  const [, time = '', cpu, comm, tid = '-1', us, text = ''] = match;
  const at = {
    time,
    cpu: Number(cpu),
    comm: comm === undefined || comm === '<...>' ? null : comm,
    tid: Number(tid),
    duration: us === undefined ? Number.NaN : Number(us),
  };
  const left = /^\}(?: +\/\* (\S{1,500}) \*\/)?/.exec(text);
  if (left !== null) return { ...at, is: 'leave', name: left[1] ?? '' };
  const called = /^([^\s(]{1,500})\(.*\)(;| \{)/.exec(text);
  if (called !== null) return { ...at, is: called[2] === ';' ? 'call' : 'enter', name: called[1]! };
  return { ...at, is: 'comment', name: text };
}

export interface TaskSwitch {
  readonly cpu: number;
  readonly from: { readonly comm: string; readonly tid: number };
  readonly to: { readonly comm: string; readonly tid: number };
}

/** ` 0)  svscan-1678   =>   vmstat-2837`: the CPU goes on with another task. */
export function parseSwitch(line: string): TaskSwitch | null {
  const match = /^ *(\d{1,5})\) +(\S.{0,31}?)-(\d{1,9}) +=> +(\S.{0,31}?)-(\d{1,9})$/.exec(line);
  if (match === null) return null;
  const [, cpu, before = '', tidBefore, after = '', tid] = match;
  return {
    cpu: Number(cpu),
    from: { comm: before, tid: Number(tidBefore) },
    to: { comm: after, tid: Number(tid) },
  };
}
