/**
 * Decompresses zstd data as a stream. The WebAssembly of `zstddec` is called directly: its own streaming never ends on
 * damaged data, and leaves a context in the memory of its one instance, in which after some 700 damaged files nothing
 * more can be decompressed.
 */
import { ZSTDDecoder } from 'zstddec/stream';
import { DamagedInputError, followed } from '../damaged-input.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(size: number): number;
  free(at: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  /** Returns 0 at the end of a frame, an error code from {@link firstError}, or how many bytes it expects. */
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

/** The module is private to the package, except for this step of its initialisation. */
class ModuleOfPackage extends ZSTDDecoder {
  module: WebAssembly.Module | null = null;

  override _init = ({ module }: { readonly module: WebAssembly.Module }): void => {
    this.module = module;
  };
}

/** Error codes are the negative numbers of ZSTD_ErrorCode, at most 120, as unsigned integers. */
const firstError = 2 ** 32 - 120;
const inputSize = 64 << 10;
const outputSize = 128 << 10;
/** Size of ZSTD_inBuffer and ZSTD_outBuffer: a pointer, a size and a position. */
const bufferSize = 12;

let module: Promise<WebAssembly.Module> | null = null;

async function compiled(): Promise<WebAssembly.Module> {
  const ofPackage = new ModuleOfPackage();
  await ofPackage.init();
  if (!ofPackage.module) throw new Error('the WebAssembly of zstddec has no module');
  return ofPackage.module;
}

/** Shared by all decoders until it traps, which leaves its memory in an unknown state. */
let instance: Exports | null = null;

/** @throws DamagedInputError if the data is damaged or ends early */
export async function* zstdDecoded(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  module ??= compiled();
  const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
  instance ??= new WebAssembly.Instance(await module, imports).exports as unknown as Exports;
  const decoder = new Decoder(instance);
  let hasTrapped = false;
  try {
    yield* decoder.decode(chunks);
  } catch (error) {
    hasTrapped = !(error instanceof DamagedInputError);
    if (hasTrapped && instance === decoder.wasm) instance = null;
    throw error;
  } finally {
    if (!hasTrapped) decoder.free();
  }
}

class Decoder {
  private readonly context: number;
  private readonly input: number;
  private readonly output: number;
  private readonly buffers: number;

  constructor(readonly wasm: Exports) {
    this.context = wasm.ZSTD_createDCtx();
    this.input = wasm.malloc(inputSize);
    this.output = wasm.malloc(outputSize);
    this.buffers = wasm.malloc(2 * bufferSize);
  }

  *decode(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
    let offset = 0;
    let isFrameOver = true;
    let isPadding = false;
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += inputSize) {
        const piece = chunk.subarray(at, at + inputSize);
        let read = 0;
        // Output may be left after all input has been read: a full buffer says so.
        for (let isFull = false; read < piece.length || (isFull && !isFrameOver); ) {
          if (offset + read > 0 && isFrameOver && read < piece.length) {
            isPadding ||= piece[read] === 0;
            // Tapes and block devices pad with zeros.
            while (isPadding && piece[read] === 0) read++;
            if (isPadding && read < piece.length) throw followed('zstd', offset + read);
            if (isPadding) break;
          }
          const step = this.step(piece, read);
          if (step.result >= firstError)
            throw failed(isFrameOver && offset + read > 0 ? offset + read : null, offset + piece.length);
          isFrameOver = step.result === 0;
          isFull = step.written === outputSize;
          read = step.read;
          if (step.written > 0) yield this.bytes.slice(this.output, this.output + step.written);
        }
        offset += piece.length;
      }
    if (!isFrameOver) throw new DamagedInputError(`The zstd data ends early, at byte ${offset}.`);
  }

  free(): void {
    const { wasm } = this;
    wasm.ZSTD_freeDCtx(this.context);
    for (const at of [this.input, this.output, this.buffers]) wasm.free(at);
  }

  /** Anew for each use, because the memory's buffer is another one after it has grown. */
  private get bytes(): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer);
  }

  /** @param read bytes of the piece that were read in earlier steps */
  private step(piece: Uint8Array, read: number): { result: number; read: number; written: number } {
    const { wasm, input, output, buffers } = this;
    if (read === 0) this.bytes.set(piece, input);
    const numbers = () => new Uint32Array(wasm.memory.buffer, buffers, 6);
    numbers().set([input, piece.length, read, output, outputSize, 0]);
    const result = wasm.ZSTD_decompressStream(this.context, buffers + bufferSize, buffers) >>> 0;
    const after = numbers();
    return { result, read: after[2] as number, written: after[5] as number };
  }
}

/** @param frameEnd offset at which a frame ended, and the failed one would begin; null within a frame */
const failed = (frameEnd: number | null, offset: number): DamagedInputError =>
  frameEnd === null
    ? new DamagedInputError(
        `The zstd data is damaged at or before byte ${offset}: the data before it was read, but its last part may be wrong.`,
      )
    : followed('zstd', frameEnd);
