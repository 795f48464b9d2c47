/**
 * Globals beyond ES2023 that parsers may use: text codecs and WebAssembly, which every host has. No Node, no
 * DOM. Declarations cover only what is used.
 */

interface TextDecoder {
  /** Decodes the bytes; invalid input becomes U+FFFD, or a TypeError with `fatal`. */
  decode(bytes?: Uint8Array): string;
}
/** Encodings of the Encoding Standard that captures are written in; every host has all of them. */
type TextEncodingLabel =
  | 'utf-8'
  | 'latin1'
  | 'windows-874'
  | `windows-125${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | 'shift_jis'
  | 'gbk'
  | 'big5'
  | 'euc-kr'
  | 'utf-16le';
declare var TextDecoder: {
  new (
    encoding?: TextEncodingLabel,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ): TextDecoder;
};

interface TextEncoder {
  encode(text: string): Uint8Array;
}
declare var TextEncoder: { new (): TextEncoder };

declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Module {
    /** Brand: no other object is assignable to `Module`. */
    readonly __module: never;
  }
  interface Global {
    readonly value: number;
  }
  interface Instance {
    readonly exports: unknown;
  }
  const Module: { new (bytes: Uint8Array): Module };
  const Instance: {
    new (
      module: Module,
      imports?: Readonly<Record<string, Readonly<Record<string, (...args: number[]) => number>>>>,
    ): Instance;
  };
}
