/**
 * Finds the exception in a record of several lines: its type, and the frame that threw it.
 *
 * Stack traces of the JVM, .NET, Python, JavaScript, PHP, Ruby, Go and Rust are read. If one exception wraps
 * another, the outermost is named, because that is the one the program saw.
 */
import { decode } from '../kit/bytes.ts';

export interface Thrown {
  readonly type: string;
  /** `class.method (file:line)` as written in the trace; null if the trace shows no frame. */
  readonly where: string | null;
}

/** Bytes of a record that are searched. */
const maxScan = 16384;

const typeWord = String.raw`[A-Za-z_][\w$]*(?:(?:\.|::|\\{1,2})[A-Za-z_][\w$]*)*`;
const jvmFrame = /^[ \t]*at[ \t]+(?:async[ \t]+)?([^\s(][^(\n]*?)\s?\(([^()\n]*)\)/m;
const bareFrame = /^[ \t]*at[ \t]+((?:async[ \t]+)?\S+:\d+(?::\d+)?)[ \t\r]*$/m;
const dotnetPlace = /^[ \t]*at[ \t]+([\w.<>`+[\],]+)\([^)\n]*\) in (.+):line (\d+)/m;
const named = new RegExp(
  String.raw`(?:^|[\s:("'\[])(${typeWord}(?:Exception|Error|Throwable|Failure|Fault|Interrupt|Exit|Warning))(?=$|[\s:(),"'\]])`,
);
const pythonFrame = /^[ \t]*File "([^"\n]+)", line (\d+)(?:, in (.+))?$/gm;
const pythonType = new RegExp(`^(${typeWord})(?::|$)`);
const phpFrame = /^#0 ([^\n(]+)\((\d+)\): (\S+?)\(/m;
const goPanic = /^panic: (.*)$/m;
const goFrame = /^goroutine \d+ \[[^\]]*\]:\n(?:panic\([^\n]*\n[^\n]*\n)*([\w./*()]+)\(/m;
const rustPanic = /panicked at (?:'[^\n]*', )?([^\s:]+:\d+(?::\d+)?)/;
const rubyFrame = /^[ \t]*(?:from )?([^\s:]+\.rb:\d+):in [`'](\S+)'/m;

/** Matches text that may hold a trace; other text of several lines rarely matches. */
const hints = /\n[ \t]*at[ \t]|Traceback|\n[ \t]*File "|\n#0 |\bpanic(?:ked)?\b|\.rb:\d+:in /;

/** The exception in the record, or null. */
export function findException(bytes: Uint8Array, start: number, end: number): Thrown | null {
  const text = decode(bytes, start, Math.min(end, start + maxScan));
  return hints.test(text) ? exceptionIn(text) : null;
}

export function exceptionIn(text: string): Thrown | null {
  return python(text) ?? go(text) ?? rust(text) ?? thrownByName(text);
}

function thrownByName(text: string): Thrown | null {
  const type = named.exec(text)?.[1];
  const where = frame(text);
  if (type === undefined) return null;
  return where === null && !text.includes('\n') ? null : { type: type.replaceAll('\\\\', '\\'), where };
}

function frame(text: string): string | null {
  const dotnet = dotnetPlace.exec(text);
  if (dotnet) return `${dotnet[1]} (${baseName(dotnet[2]!)}:${dotnet[3]})`;
  const jvm = jvmFrame.exec(text);
  if (jvm) return jvm[2] === '' ? jvm[1]! : `${jvm[1]} (${baseName(jvm[2]!)})`;
  const bare = bareFrame.exec(text);
  if (bare) return baseName(bare[1]!);
  const php = phpFrame.exec(text);
  if (php) return `${php[3]!.replaceAll('\\\\', '\\')} (${baseName(php[1]!)}:${php[2]})`;
  const ruby = rubyFrame.exec(text);
  return ruby ? `${ruby[2]} (${baseName(ruby[1]!)})` : null;
}

/** The last trace counts: Python prints the outermost exception at the end. */
function python(text: string): Thrown | null {
  const begin = text.lastIndexOf('Traceback (most recent call last)');
  if (begin < 0) return null;
  const trace = text.slice(begin);
  let where: string | null = null;
  let last = 0;
  for (const match of trace.matchAll(pythonFrame)) {
    where =
      match[3] === undefined
        ? `${baseName(match[1]!)}:${match[2]}`
        : `${match[3]} (${baseName(match[1]!)}:${match[2]})`;
    last = match.index + match[0].length;
  }
  for (const line of trace.slice(last).split('\n').slice(1)) {
    const type = /^\s/.test(line) ? undefined : pythonType.exec(line)?.[1];
    if (type !== undefined) return { type, where };
  }
  return where === null ? null : { type: 'Traceback', where };
}

function go(text: string): Thrown | null {
  const panic = goPanic.exec(text);
  const at = goFrame.exec(text);
  return panic !== null && at !== null ? { type: 'panic', where: at[1]! } : null;
}

function rust(text: string): Thrown | null {
  const panic = rustPanic.exec(text);
  return panic === null ? null : { type: 'panic', where: panic[1]! };
}

const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
