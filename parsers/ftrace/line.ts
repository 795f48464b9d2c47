/**
 * The lines of ftrace's `trace` and `trace_pipe`, and of `trace-cmd report`.
 * https://docs.kernel.org/trace/ftrace.html
 *
 * Every expression is unambiguous, except for the name of a task, which ends at the last `-` before its id.
 */

export interface Entry {
  /** null if ftrace no longer knew the name (`<...>`). */
  readonly comm: string | null;
  readonly tid: number;
  /** -1 if the line does not state the process. */
  readonly pid: number;
  readonly cpu: number;
  /** Integer part and fraction, as printed. */
  readonly seconds: string;
  readonly fraction: string;
  /** True for `latency-format`: microseconds since the start of the trace. */
  readonly relative: boolean;
  readonly text: string;
}

/** `bash-26560   (  26560) [000] d..2. 15769.600473: ` */
const entry =
  /^(?:\S{1,100}: )?\s{0,40}(\S.{0,63}?|)-(\d{1,9})\s{1,40}(?:\(\s{0,40}(\d{1,9}|-{1,20})\)\s{1,40})?\[(\d{1,5})\]\s{1,40}(?:[^\s\d:][^\s:]{2,9}\s{1,40})?(\d{1,15})(?:\.(\d{1,9}))?: (?=\s{0,40}\S)/;
/** `node-29698     0d..5. 24231us+: `, and with `-l` of trace-cmd `0d..2. 15769.600473: ` */
const latency =
  /^(?:\S{1,100}: )?\s{0,40}(\S.{0,63}?|)-(\d{1,9})\s{1,40}(\d{1,5})[^\s\d:][^\s:]{2,8}\s{1,40}(\d{1,15})(?:\.(\d{1,9}))?(us)?\s?[ +!#*@$]?: (?=\s{0,40}\S)/;

export function readEntry(line: string): Entry | null {
  const match = entry.exec(line);
  if (match !== null) {
    const [whole, comm = '', tid, pid, cpu, seconds = '', fraction = ''] = match;
    return {
      comm: nameOf(comm),
      tid: Number(tid),
      pid: pid === undefined || pid.startsWith('-') ? -1 : Number(pid),
      cpu: Number(cpu),
      seconds,
      fraction,
      relative: false,
      text: line.slice(whole.length).trim(),
    };
  }
  const brief = latency.exec(line);
  if (brief === null) return null;
  const [whole, comm = '', tid, cpu, seconds = '', fraction = '', us] = brief;
  return {
    comm: nameOf(comm),
    tid: Number(tid),
    pid: -1,
    cpu: Number(cpu),
    seconds,
    fraction,
    relative: us !== undefined,
    text: line.slice(whole.length).trim(),
  };
}

const nameOf = (comm: string): string | null => (comm === '<...>' || comm === '' ? null : comm);

/** `vfs_read <-ksys_read`; trace-cmd has `function: vfs_read <-- ksys_read`. */
export function readFunction(text: string): { readonly name: string; readonly caller: string } | null {
  const match =
    /^(?:function:\s+)?([^\s:]{1,256}(?: \[[^\]\s]{1,64}\])?) <--? ?([^\s]{1,256}(?: \[[^\]\s]{1,64}\])?)$/.exec(
      text,
    );
  return match === null ? null : { name: match[1]!, caller: match[2]! };
}

export interface Tracepoint {
  readonly event: string;
  readonly payload: string;
}

/** `sched_switch: prev_comm=…`; system calls are printed like calls: `sys_openat(dfd: …)`, `sys_openat -> 0x3`. */
export function readTracepoint(text: string): Tracepoint | null {
  const call = /^(sys_\w{1,60})(?:\((.*)\)| -> (0x[0-9a-f]+|-?\d+))$/.exec(text);
  if (call !== null) {
    const [, name = '', given, result] = call;
    return given === undefined
      ? { event: name.replace('sys_', 'sys_exit_'), payload: result! }
      : { event: name.replace('sys_', 'sys_enter_'), payload: given };
  }
  const match = /^([\w./+-]{1,120}):(?:\s+|$)/.exec(text);
  return match === null ? null : { event: match[1]!, payload: text.slice(match[0].length) };
}

/** ` => do_syscall_64`, with its address in trace-cmd; for user space ` =>  <00007fca9f0e376d>`. */
export function readFrame(line: string): string | null {
  return /^\s{0,40}=> {1,2}(\S{1,512})(?: <[0-9a-f]+>| \([0-9a-f]+\))?$/.exec(line)?.[1] ?? null;
}

export const isStackHead = (text: string): boolean =>
  /^(?:kernel_stack:\s+)?<(?:user )?stack trace ?>$/.test(text);
export const isUserStack = (text: string): boolean => /^(?:user_stack:\s+)?<user stack trace>/.test(text);
