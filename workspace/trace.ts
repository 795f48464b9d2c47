/**
 * A trace of Aftertrace's own work, written to the file that `AFTERTRACE_TRACE` names: Chrome trace events in a list
 * that is never closed, so that every process and thread can append whole lines. Aftertrace can read it.
 *
 * Times are µs since 1970, on which all processes of a machine agree.
 */
import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

type Arguments = Readonly<Record<string, string | number | boolean | null>>;

export interface Work {
  /** `query`, `import`, … */
  readonly category: string;
  readonly name: string;
  readonly args?: Arguments;
}

let file = process.env.AFTERTRACE_TRACE ?? '';
let lines = '';
let timer: NodeJS.Timeout | null = null;
let last = 0;

/** Characters that are written at once, and ms after which waiting ones are written. */
const maxBuffered = 1 << 16;
const pause = 250;
/** Maximum characters of SQL. */
const longest = 2000;

/** True if a trace is being written. Costly arguments are computed only then. */
export const isTraced = (): boolean => file !== '';

const now = (): number => (performance.timeOrigin + performance.now()) * 1000;

/** Begins the trace of a process, or appends to an existing one. Other files are not changed. */
export function traceProcess(name: string): void {
  if (!isTraced()) return;
  attempt(() => {
    if (!existsSync(file) || statSync(file).size === 0) appendFileSync(file, '[\n');
    else if (!isList(file)) throw new Error('the file already exists, and is not a trace');
  });
  metadata('process_name', name);
  traceThread('main');
}

export const traceThread = (name: string): void => metadata('thread_name', name);

/** Traces work that may interleave with other work on this thread. */
export function traced<T>(what: Work, work: () => Promise<T>): Promise<T> {
  return isTraced() ? whileTraced(what, work) : work();
}

async function whileTraced<T>({ category, name, args }: Work, work: () => Promise<T>): Promise<T> {
  const end = begin(category, name, args);
  try {
    return await work();
  } finally {
    end();
  }
}

/** Begins an event; call the returned function to end it. */
export function begin(category: string, name: string, args?: Arguments): (more?: Arguments) => void {
  if (!isTraced()) return () => undefined;
  const id = `${process.pid}.${threadId}.${++last}`;
  write({ ph: 'b', cat: category, name, id, ts: now(), args });
  return more => write({ ph: 'e', cat: category, name, id, ts: now(), args: more });
}

/** Writes an instant event. */
export function mark(category: string, name: string): void {
  if (isTraced()) write({ ph: 'i', s: 't', cat: category, name, ts: now() });
}

/** Writes the work of another process, which cannot write itself: µs. */
export function traceOther(pid: number, { category, name, args }: Work, ts: number, duration: number): void {
  const id = `${pid}.0.${++last}`;
  write({ ph: 'b', cat: category, name, id, ts, args, pid, tid: 0 });
  write({ ph: 'e', cat: category, name, id, ts: ts + duration, pid, tid: 0 });
}

export function nameOther(pid: number, name: string): void {
  write({ ph: 'M', name: 'process_name', args: { name }, pid, tid: 0 });
}

/** SQL as an argument, truncated, because statements may be as long as the data. */
export const statement = (sql: string): Arguments => ({ sql: sql.trim().slice(0, longest) });

/** Writes waiting events. */
export function flushTrace(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  if (lines === '') return;
  const text = lines;
  lines = '';
  // In one write, so that lines of other processes do not mix with these.
  attempt(() => appendFileSync(file, text));
}

function metadata(what: string, name: string): void {
  if (isTraced()) write({ ph: 'M', name: what, args: { name } });
}

function write(event: object): void {
  if (!isTraced()) return;
  lines += `${JSON.stringify({ pid: process.pid, tid: threadId, ...event })},\n`;
  if (lines.length > maxBuffered) flushTrace();
  else timer ??= setTimeout(flushTrace, pause).unref();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(`AFTERTRACE_TRACE names ${file}, which cannot be written: ${(error as Error).message}.`);
    file = '';
  }
}

function isList(path: string): boolean {
  const first = Buffer.alloc(1);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, first, 0, 1, 0);
  closeSync(descriptor);
  return first.toString() === '[';
}

if (isTraced()) process.on('exit', flushTrace);
if (isTraced() && !isMainThread) traceThread(`import worker ${threadId}`);
