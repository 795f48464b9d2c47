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
    return withoutParameters(asCompilersSay(withoutEmptyPacks(readable)));
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
function asCompilersSay(name: string): string {
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
