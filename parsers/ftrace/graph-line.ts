/** Lines of the function_graph tracer: a duration, and functions indented by call depth. */

export interface GraphLine {
  /** Seconds, as printed; empty without `funcgraph-abstime`. */
  readonly time: string;
  /** -1 if not printed. */
  readonly cpu: number;
  readonly comm: string | null;
  /** -1 without `funcgraph-proc`. */
  readonly tid: number;
  /** ns; NaN on lines that open a function. */
  readonly duration: number;
  readonly text: string;
}

const columns =
  /^\s{0,40}(?:(\d{1,15}\.\d{1,9}) \|\s{1,40})?(?:(\d{1,5})\)\s{1,40})?(?:(\S.{0,31}?)-(\d{1,9})\s{1,40}\|\s{1,40})?(?:[^\s\d|][^\s|]{2,8}\s{1,40}\|\s{1,40})?(?:[+!#*@$]\s{0,40})?(?:(\d{1,12}(?:\.\d{1,6})?) us)?\s{0,40}\|(?:\s\s|$)(.*)$/;

export function readGraphLine(line: string): GraphLine | null {
  const match = columns.exec(line);
  if (match === null) return null;
  const [, time = '', cpu, comm, tid, duration, text = ''] = match;
  return {
    time,
    cpu: cpu === undefined ? -1 : Number(cpu),
    comm: comm === undefined || comm === '<...>' ? null : comm,
    tid: tid === undefined ? -1 : Number(tid),
    duration: duration === undefined ? Number.NaN : Math.round(Number(duration) * 1000),
    text: text.trim(),
  };
}

/** trace-cmd: `funcgraph_entry:        0.198 us   |  name();` */
export function readGraphText(text: string): { readonly duration: number; readonly text: string } | null {
  const match =
    /^funcgraph_(?:entry|exit):\s{1,64}(?:[+!#*@$]\s{0,64})?(?:(\d{1,12}(?:\.\d{1,6})?) us)?\s{0,64}\|(?:\s\s|$)(.*)$/.exec(
      text,
    );
  if (match === null) return null;
  const duration = match[1] === undefined ? Number.NaN : Math.round(Number(match[1]) * 1000);
  return { duration, text: match[2]!.trim() };
}

export type Step =
  | { readonly type: 'enter' | 'leaf'; readonly name: string }
  /** `name`: null if the line does not repeat it. */
  | { readonly type: 'leave'; readonly name: string | null }
  | { readonly type: 'event'; readonly text: string };

/** Entry or exit of a function, a leaf function, or an event in a comment. */
export function readStep(text: string): Step | null {
  const event = /^\/\* (.*?) ?\*\/$/.exec(text)?.[1];
  if (event !== undefined) return { type: 'event', text: event };
  const left = /^\}(?: \/\* ([^\s*=]{1,256})?.*\*\/)?$/.exec(text);
  if (left !== null) return { type: 'leave', name: left[1] === 'ret' ? null : (left[1] ?? null) };
  const called =
    /^([^\s(){}]{1,256}(?: \[[^\]\s]{1,64}\])?)\(.*?\)(?: \[[^\]\s]{1,64}\])?\s*(\{|;)(?: \/\*.*\*\/)?$/.exec(
      text,
    );
  if (called === null) return null;
  return { type: called[2] === '{' ? 'enter' : 'leaf', name: called[1]! };
}

export interface TaskOf {
  readonly comm: string | null;
  readonly tid: number;
}

/** ` 0)  platfor-3210  =>  vmstat-2854  `, between two rules: the CPU switches to another task. */
export function readSwitch(
  line: string,
): { readonly cpu: number; readonly from: TaskOf; readonly to: TaskOf } | null {
  const match =
    /^\s{0,40}(\d{1,5})\)\s{1,40}(\S.{0,31}?)-(\d{1,9})\s{1,40}=>\s{1,40}(\S.{0,31}?)-(\d{1,9})$/.exec(line);
  if (match === null) return null;
  const task = (comm: string, tid: string): TaskOf => ({
    comm: comm === '<...>' ? null : comm,
    tid: Number(tid),
  });
  return { cpu: Number(match[1]), from: task(match[2]!, match[3]!), to: task(match[4]!, match[5]!) };
}

/** ` 1)   ==========> |`: an interrupt begins or ends. */
export const isInterruptMark = (line: string): boolean =>
  /^\s{0,40}(?:\d{1,15}\.\d{1,9} \|\s{1,40})?(?:\d{1,5}\)\s{1,40})?(?:\S.{0,40}\|\s{1,40})?(?:={5,40}>|<={5,40}) \|$/.test(
    line,
  );

export const isRule = (line: string): boolean => /^\s{0,40}-{20,200}$/.test(line);
