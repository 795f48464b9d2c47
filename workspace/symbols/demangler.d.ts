/** The part of WebAssembly's types that the demangler needs. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, unknown>>);
    readonly exports: { __wbindgen_start(): void };
  }
  class RuntimeError extends Error {}
}

/** Glue of the module, which the entry of its package imports in a way that only bundlers understand. */
declare module 'gecko-profiler-demangle/index_bg.js' {
  export function __wbg_set_wasm(exports: WebAssembly.Instance['exports']): void;
  export function demangle_any(name: string): string;
}
