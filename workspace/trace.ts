/**
 * A trace of Aftertrace's own work, written where `AFTERTRACE_TRACE` names a file: trace events as Chrome writes them, in a
 * list that is never closed, so that every process and thread adds whole lines to its end. Aftertrace reads it.
 *
 * Times are µs since 1970: all that runs on one machine agrees on them.
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

/** Characters that are written at once, and ms that they wait. */
const most = 1 << 16;
const pause = 250;
/** Of SQL, characters. */
const longest = 2000;

/** True if there is a trace: what costs something to find out is not found out without one. */
export const isTraced = (): boolean => file !== '';

const now = (): number => (performance.timeOrigin + performance.now()) * 1000;

/** Begins the trace of a process, or goes on with one that is there. Nothing is added to a file of another kind. */
export function traceProcess(name: string): void {
  if (!isTraced()) return;
  attempt(() => {
    if (!existsSync(file) || statSync(file).size === 0) appendFileSync(file, '[\n');
    else if (!isList(file)) throw new Error('it is there already, and is no trace');
  });
  metadata('process_name', name);
  traceThread('main');
}

export const traceThread = (name: string): void => metadata('thread_name', name);

/** Does what may take long, among other things that this thread does meanwhile. */
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

/** Something begins; returns what says that it has ended. */
export function begin(category: string, name: string, args?: Arguments): (more?: Arguments) => void {
  if (!isTraced()) return () => undefined;
  const id = `${process.pid}.${threadId}.${++last}`;
  write({ ph: 'b', cat: category, name, id, ts: now(), args });
  return more => write({ ph: 'e', cat: category, name, id, ts: now(), args: more });
}

/** A moment. */
export function mark(category: string, name: string): void {
  if (isTraced()) write({ ph: 'i', s: 't', cat: category, name, ts: now() });
}

/** What another process has done, which cannot write: µs. */
export function traceOther(pid: number, { category, name, args }: Work, ts: number, duration: number): void {
  const id = `${pid}.0.${++last}`;
  write({ ph: 'b', cat: category, name, id, ts, args, pid, tid: 0 });
  write({ ph: 'e', cat: category, name, id, ts: ts + duration, pid, tid: 0 });
}

export function nameOther(pid: number, name: string): void {
  write({ ph: 'M', name: 'process_name', args: { name }, pid, tid: 0 });
}

/** SQL as its argument: statements may be as long as the data. */
export const statement = (sql: string): Arguments => ({ sql: sql.trim().slice(0, longest) });

/** Writes what waits. */
export function flushTrace(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  if (lines === '') return;
  const text = lines;
  lines = '';
  // One write: what others add stands before or after it.
  attempt(() => appendFileSync(file, text));
}

function metadata(what: string, name: string): void {
  if (isTraced()) write({ ph: 'M', name: what, args: { name } });
}

function write(event: object): void {
  if (!isTraced()) return;
  lines += `${JSON.stringify({ pid: process.pid, tid: threadId, ...event })},\n`;
  if (lines.length > most) flushTrace();
  else timer ??= setTimeout(flushTrace, pause).unref();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(`AFTERTRACE_TRACE names ${file}, which is not written: ${(error as Error).message}.`);
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
