/**
 * What parsers may use beyond ES2023: text codecs and WebAssembly, which every host has. No Node, no DOM.
 * Declared as narrowly as they are used.
 */

interface TextDecoder {
  /** Decodes the bytes; invalid input becomes U+FFFD, or a TypeError with `fatal`. */
  decode(bytes?: Uint8Array): string;
}
declare var TextDecoder: {
  new (
    encoding?: 'utf-8' | 'latin1',
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
    /** Keeps other objects from passing for a module. */
    readonly __module: never;
  }
  interface Instance {
    readonly exports: unknown;
  }
  const Module: { new (bytes: Uint8Array): Module };
  const Instance: {
    new (module: Module): Instance;
  };
}
