/**
 * Names of C++ and Rust as people write them, and as perf prints them: `_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE` is
 * `core::fmt::Write::write_fmt`, `_ZNK3BoxIiE3sumEv` is `Box<int>::sum`, without its parameters.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as glue from 'gecko-profiler-demangle/index_bg.js';
import { withMemoryLimit } from './memory-limit.ts';

/** Programs of templates have names of some thousand bytes. */
const maxName = 1 << 14;
/** A name of 300 bytes can stand for gigabytes, because it may repeat parts of itself. */
const maxMemory = 64 << 20;
/** A file with as many names that ask for more is not worth more time. */
const maxFailures = 16;

let failures = 0;
let isReady = false;

export function demangled(name: string): string {
  if (!/^_{1,2}[ZR]/.test(name) || name.length > maxName || failures >= maxFailures) return name;
  try {
    if (!isReady) start();
    const readable = glue.demangle_any(name);
    // The demangler takes an underscore off, which some systems put before every name.
    if (readable === name.slice(1)) return name;
    const whole = inCompilerWords(withoutEmptyPacks(withSpaces(inLibibertyWords(readable))));
    const described = name.includes('adL_Z') ? withAddresses(whole) : whole;
    // As in perf, a thunk is named after its target, with the target's parameters.
    return keepsParameters.test(described) ? described : withoutParameters(described);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    // The memory of the module may be inconsistent now, so the module is loaded again.
    isReady = false;
    failures++;
    return name;
  }
}

function start(): void {
  const path = createRequire(import.meta.url).resolve('gecko-profiler-demangle/package.json');
  const bytes = withMemoryLimit(readFileSync(join(path, '../index_bg.wasm')), maxMemory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { './index_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  isReady = true;
}

/** Packs of no parameters: `Run<Phase, >` is `Run<Phase>`. */
const withoutEmptyPacks = (name: string): string => name.replace(/, (?=[,>)])/g, '').replaceAll('<, ', '<');

/** Names of compiler-generated symbols as perf prints them: `{vtable(Box)}` is `vtable for Box`. */
function inCompilerWords(name: string): string {
  if (!name.startsWith('{')) return name;
  const [, table, type] = /^\{(vtable|vtt)\((.*)\)\}$/.exec(name) ?? [];
  if (type !== undefined) return `${table === 'vtt' ? 'VTT' : table} for ${type}`;
  const [, offset, second, target] =
    /^\{virtual override thunk\(\{((?:virtual )?offset)\([^)]*\)\}, (\{(?:virtual )?offset\([^)]*\)\}, )?(.*)\)\}$/.exec(
      name,
    ) ?? [];
  if (target === undefined) return name;
  const kind = second ? 'covariant return' : offset === 'offset' ? 'non-virtual' : 'virtual';
  return `${kind} thunk to ${target}`;
}

const keepsParameters =
  /^(?:(?:non-)?virtual thunk to|covariant return thunk to|(?:non-)?transaction clone for) /;

/** Names of types and values as in the demangler of perf: `(unsigned long)5` is `5ul`. */
const inLibibertyWords = (name: string): string =>
  name
    .replace(
      /\((unsigned )?(int|long long|long)\)(?=-?\d)(-?\d+)/g,
      (_, unsigned = '', type: string, value: string) =>
        value + unsigned.slice(0, 1) + ({ int: '', long: 'l' }[type] ?? 'll'),
    )
    .replaceAll('std::nullptr_t', 'decltype(nullptr)')
    .replace(/\b_GLOBAL__N_\w{0,64}(?=::)/g, '(anonymous namespace)');

/** The type of a function has a space after the type that it returns: `std::function<A (int)>`. */
function withSpaces(name: string): string {
  const types = [...name.matchAll(/\bstd::(?:function|_Function_handler)</g)];
  if (types.length > maxPlaces) return name;
  let text = name;
  for (const {
    index,
    0: { length },
  } of types.reverse()) {
    const start = index + length;
    const end = endOfPath(text, start);
    if (text[end] === '(' && end > start && text.slice(start, end) !== 'decltype')
      text = `${text.slice(0, end)} ${text.slice(end)}`;
  }
  return text;
}

/** More places to rewrite than a name of a program has. */
const maxPlaces = 64;

/**
 * Addresses of functions among the arguments of a template: `<&A::f(int)>` is `<&A::f>`, `<&f(int)>` is `<&(f(int))>`, and
 * `<&A::f() const>` is `<&(A::f() const)>`. A template (`<&f<int>(int)>`) has its return type in perf, which is not known here.
 */
function withAddresses(name: string): string {
  const starts = [...name.matchAll(/(?<=[<(]|, )&(?=[\w(])/g)].map(({ index }) => index + 1);
  if (starts.length > maxPlaces) return name;
  let text = name;
  for (const start of starts.reverse()) {
    const end = endOfPath(text, start);
    const path = text.slice(start, end);
    if (text[end] !== '(' || path.endsWith('>') || path.includes('operator')) continue;
    const parameters = closing(text, end);
    if (parameters < 0) continue;
    const qualifiers = /^(?: const| volatile| ?&{1,2}){1,4}/.exec(text.slice(parameters))?.[0] ?? '';
    const isMember = qualifiers === '' && path.includes('::');
    const whole = text.slice(start, parameters + qualifiers.length);
    text = text.slice(0, start) + (isMember ? path : `(${whole})`) + text.slice(start + whole.length);
  }
  return text;
}

const anonymous = '(anonymous namespace)';

/** End of a qualified name, which may have arguments of templates. */
function endOfPath(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at]!;
    if (depth === 0 && text.startsWith(anonymous, at)) at += anonymous.length - 1;
    else if (char === '<') depth++;
    else if (char === '>' && depth > 0) depth--;
    else if (depth === 0 && !/[\w:~$.]/.test(char)) return at;
  }
  return text.length;
}

/** Position after the parenthesis that closes the one at `start`; -1 if none does. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** `Box<int>::sum(int) const [clone .part.0]` is `Box<int>::sum`. */
export function withoutParameters(name: string): string {
  const whole = name.replace(/(?: \[clone [^\]]{0,256}\]){1,16}$/, '');
  const signature = whole.replace(/\)(?: const| volatile| ?&{1,2}){1,4}$/, ')');
  if (!signature.endsWith(')')) return whole;
  let depth = 0;
  let at = signature.length - 1;
  for (; at >= 0; at--) {
    if (signature[at] === ')') depth++;
    else if (signature[at] === '(' && --depth === 0) break;
  }
  return at > 0 && !signature.endsWith('(anonymous namespace)') ? signature.slice(0, at) : whole;
}
