/**
 * The host's side of the record scanner: WebAssembly that splits a file into records, puts them in order of time and returns
 * samples as columns. It asks functions of its host for what it does not know, and leaves other records to the host.
 */
import { compile } from '../../kit/scanner/wasm.ts';
import { scannerBytes } from './bytes.generated.ts';
import * as Code from './shared/codes.ts';
import * as State from './shared/state.ts';

/** Functions that the scanner calls: see assembly/host.ts. Addresses are in its memory. */
export interface Host {
  take(start: number, size: number, tag: number, event: number): void;
  flush(): void;
  threadOf(pid: number, tid: number): number;
  stackOf(start: number, size: number, event: number): number;
  childOf(parent: number, mode: number, high: number, low: number, pid: number, tid: number): number;
  printed(event: number, piece: number, start: number, end: number): number;
  textOf(event: number, field: number, start: number, end: number): number;
  callName(number: number): number;
  widen(event: number, field: number): number;
}

const columns = [
  'ts',
  'offset',
  'classes',
  'thread',
  'cpu',
  'stack',
  'valueLengths',
  'numberLengths',
  'messageLengths',
  'sampleTs',
  'samplePeriod',
  'sampleCpu',
  'sampleThread',
  'sampleKind',
  'sampleStack',
  'values',
  'numbers',
  'messages',
] as const;
type ColumnName = (typeof columns)[number];
const places = [
  'state',
  'events',
  'ids',
  'idSlots',
  'program',
  'programSize',
  'input',
  'inputSize',
  'rowsMax',
  'hostedOut',
  'hostedText',
] as const;

type Addresses = Readonly<Record<ColumnName | (typeof places)[number], WebAssembly.Global>>;

interface Exports extends Addresses {
  readonly memory: WebAssembly.Memory;
  reset(seed: number): void;
  run(length: number, tag: number, step: number, hasRounds: number): number;
  add(high: number, low: number, size: number, tag: number): void;
  round(): void;
  releaseAll(): void;
  lateOnes(): number;
  forget(): void;
  forgetThreads(): void;
  writeCounts(): void;
  clearRows(): void;
}

/** Scanners that are not in use. */
const idle: RecordScanner[] = [];
/** One whose memory grew beyond this is not kept. */
const maxKeptMemory = 80 << 20;

export class RecordScanner {
  readonly exports: Exports;
  readonly inputSize: number;
  readonly programAt: number;
  readonly programRoom: number;
  private host: Host | null = null;
  private buffer = new ArrayBuffer(0);
  /** The whole memory. */
  private allBytes = new Uint8Array(0);
  private states = new Float64Array(0);
  private view = new DataView(this.buffer);

  private constructor() {
    const host = () => this.host as Host;
    this.exports = newInstance(host);
    this.exports.reset(seed());
    this.inputSize = this.at('inputSize');
    this.programAt = this.at('program');
    this.programRoom = this.at('programSize');
  }

  static for(host: Host): RecordScanner {
    const scanner = idle.pop() ?? new RecordScanner();
    scanner.host = host;
    return scanner;
  }

  /** Must not be used any more. */
  close(): void {
    this.host = null;
    if (this.exports.memory.buffer.byteLength > maxKeptMemory) return;
    this.exports.reset(seed());
    idle.push(this);
  }

  at(name: keyof Addresses): number {
    return this.exports[name].value as number;
  }

  /** Valid until the memory grows: while records are added. */
  get bytes(): Uint8Array {
    this.look();
    return this.allBytes;
  }

  /** Indexed by {@link State}. */
  get state(): Float64Array {
    this.look();
    return this.states;
  }

  /** Words of events and of ids. */
  get words(): DataView {
    this.look();
    return this.view;
  }

  ints(name: ColumnName, length: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, this.at(name), length);
  }

  doubles(name: ColumnName, length: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, this.at(name), length);
  }

  /** Sets a word of an event. */
  setEvent(event: number, word: number, value: number): void {
    this.words.setInt32(this.eventAt(event) + word * 4, value, true);
  }

  eventAt(event: number): number {
    return this.at('events') + event * Code.EVENT_WORDS * 4;
  }

  private look(): void {
    const { buffer } = this.exports.memory;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.allBytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.states = new Float64Array(buffer, this.at('state'), State.SIZE);
  }
}

const seed = (): number => Math.floor(Math.random() * 2 ** 32);

let module: WebAssembly.Module | null = null;

function newInstance(host: () => Host): Exports {
  module ??= compile(scannerBytes);
  const nothing = 0;
  const imports = {
    take: (start: number, size: number, tag: number, event: number) => {
      host().take(start, size, tag, event);
      return nothing;
    },
    flush: () => {
      host().flush();
      return nothing;
    },
    threadOf: (pid: number, tid: number) => host().threadOf(pid, tid),
    stackOf: (start: number, size: number, event: number) => host().stackOf(start, size, event),
    childOf: (parent: number, mode: number, high: number, low: number, pid: number, tid: number) =>
      host().childOf(parent, mode, high, low, pid, tid),
    printed: (event: number, piece: number, start: number, end: number) =>
      host().printed(event, piece, start, end),
    textOf: (event: number, field: number, start: number, end: number) =>
      host().textOf(event, field, start, end),
    callName: (number: number) => host().callName(number),
    widen: (event: number, field: number) => host().widen(event, field),
  };
  return new WebAssembly.Instance(module, { host: imports }).exports as unknown as Exports;
}
