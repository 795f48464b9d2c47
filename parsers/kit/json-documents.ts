/** Base of readers of JSON documents: the ledger, in bytes, and problems with their position. */
import type { Output, Problem, Reader, Severity } from '../contract.ts';
import {
  type BrokenJson,
  brokenRecord,
  type JsonPlace,
  type JsonPosition,
  type JsonSink,
  JsonStream,
} from './json-stream.ts';

export abstract class JsonDocuments<Out extends Output = Output> implements Reader, JsonSink {
  readonly #stream: JsonStream;

  constructor(
    protected readonly out: Out,
    places: JsonPlace,
  ) {
    this.#stream = new JsonStream(places, this);
  }

  abstract value(
    key: string,
    depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean;

  /** Called after the last value. */
  protected finish?(): void;

  push(chunk: Uint8Array): void {
    this.#stream.push(chunk);
  }

  end(): void {
    const { used, blank, skipped } = this.#stream.end();
    this.finish?.();
    this.out.ledger(used, blank, skipped);
  }

  broken(code: BrokenJson, length: number, at: JsonPosition): void {
    this.problem(code, 'warning', brokenRecord(code, length), at);
  }

  protected problem(
    code: string,
    severity: Severity,
    message: string,
    { line, offset }: JsonPosition,
    example?: Problem['example'],
  ): void {
    this.out.problem({ code, severity, line, offset, message, ...(example && { example }) });
  }
}
