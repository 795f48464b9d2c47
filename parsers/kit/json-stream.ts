/**
 * Splits JSON documents into their parts without holding a document: of any size, on one line or many, one
 * document or a sequence of them, in chunks split anywhere.
 *
 * A {@link JsonPlace} names the containers to enter; everything else is a *value*, passed on whole, as bytes.
 * Only the open value is held, and no more of it than `maxValue` bytes, so memory is bounded.
 */
import { decode } from './bytes.ts';

/**
 * A container to enter, with the containers to enter inside it, by key; elements of an array have the key
 * `[]`. The document is always entered, with one exception: if its place is empty, an object is a value
 * itself. An array is entered even then, and its elements are values.
 */
export interface JsonPlace {
  readonly [key: string]: JsonPlace;
}

export interface JsonSink {
  /** Called when a container is entered; the document itself has the key ``. */
  enter?(key: string, depth: number): void;
  leave?(key: string, depth: number): void;
  /**
   * A value in the container at `depth`, under `key` (`[]` in an array): `bytes[start, end)`, valid during
   * the call. Returns false if it was not understood.
   */
  value(key: string, depth: number, bytes: Uint8Array, start: number, end: number, at: JsonPosition): boolean;
  /** Called for text that is not JSON, is too long or is nested too deeply: `length` bytes were skipped. */
  broken(code: BrokenJson, length: number, at: JsonPosition): void;
}

/** Reasons why text was skipped. */
export type BrokenJson = 'not-json' | 'value-too-long' | 'value-too-deep' | 'document-cut';

/** The sentence about it, for documents whose values are records. */
export const brokenRecord = (code: BrokenJson, length: number): string =>
  ({
    'not-json': `${length} bytes that are not JSON were left out, up to the end of their line.`,
    'value-too-long': `A record of ${length} bytes was skipped.`,
    'value-too-deep': `A record of ${length} bytes was skipped, because it is nested too deeply.`,
    'document-cut': `The document ends before it is closed; the last ${length} bytes, of an incomplete record, were left out.`,
  })[code];

/** Place of a value. */
export interface JsonPosition {
  /** From 1. */
  line: number;
  lines: number;
  offset: number;
}

/** Longest value that is held, bytes. */
export const maxValue = 16 << 20;
/** Maximum nesting of a value: readers, and JSON.stringify, walk values by recursion. */
const maxNesting = 500;

const byteOrderMark = [0xef, 0xbb, 0xbf];

interface OpenContainer {
  readonly place: JsonPlace;
  readonly key: string;
  readonly isArray: boolean;
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma';

export class JsonStream {
  private buffer = new Uint8Array(1 << 16);
  private fill = 0;
  /** Offset in the file of `buffer[0]`. */
  private base = 0;
  private at = 0;
  private readonly open: OpenContainer[] = [];
  private expected: Expected = 'value';
  private key = '';

  /** Start of the open value or key in `buffer`, or -1. */
  private start = -1;
  private readonly position: JsonPosition = { line: 1, lines: 1, offset: 0 };
  private line = 1;
  /** State of the open value: number of open brackets, and true if within a string. */
  private nested = 0;
  private inString = false;
  private isScalar = false;
  /** Number of bytes of an open value that were dropped because it is too long. */
  private dropped = 0;
  private isTooLong = false;
  private isTooDeep = false;
  /** True after text that is not JSON: the rest of the line is skipped. */
  private skipsLine = false;
  private skippedFrom = 0;
  private blank = 0;
  private skipped = 0;

  /** True if documents that are objects are values. */
  private readonly objectsAreValues: boolean;

  constructor(
    private readonly place: JsonPlace,
    private readonly sink: JsonSink,
  ) {
    this.objectsAreValues = Object.keys(place).length === 0;
  }

  push(chunk: Uint8Array): void {
    this.append(chunk);
    this.scan();
  }

  /** Ends the input. */
  end(): { readonly used: number; readonly blank: number; readonly skipped: number } {
    const end = this.base + this.fill;
    if (this.skipsLine) this.endSkipping(this.fill);
    if (this.start >= 0 || this.open.length > 0) {
      const from = this.start < 0 ? end : this.position.offset;
      this.skipped += end - from;
      this.sink.broken('document-cut', end - from, this.positionAt(from));
      this.closeAll();
    }
    return { used: end - this.blank - this.skipped, blank: this.blank, skipped: this.skipped };
  }

  private append(chunk: Uint8Array): void {
    const keep = this.start >= 0 ? this.start : this.at;
    const needed = this.fill - keep + chunk.length;
    if (needed > this.buffer.length || keep > 0) {
      const to = needed > this.buffer.length ? new Uint8Array(2 * needed) : this.buffer;
      to.set(this.buffer.subarray(keep, this.fill), 0);
      this.buffer = to;
      this.base += keep;
      this.fill -= keep;
      this.at -= keep;
      if (this.start >= 0) this.start = 0;
    }
    this.buffer.set(chunk, this.fill);
    this.fill += chunk.length;
  }

  private scan(): void {
    while (this.at < this.fill) {
      if (this.skipsLine) this.skipLine();
      else if (this.start >= 0) {
        if (!this.continueValue()) return;
      } else this.step();
    }
  }

  /** Takes one byte between values. */
  private step(): void {
    const byte = this.buffer[this.at]!;
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a) {
      if (byte === 0x0a) this.line++;
      if (this.open.length === 0) this.blank++;
      this.at++;
      return;
    }
    const { expected: awaits } = this;
    if (awaits === 'comma') {
      if (byte === 0x2c) {
        this.expected = this.open.at(-1)!.isArray ? 'value' : 'key';
        this.at++;
      } else if (byte === 0x7d || byte === 0x5d) this.close(byte);
      else this.notJson();
    } else if (awaits === 'colon') {
      if (byte !== 0x3a) this.notJson();
      else {
        this.expected = 'value';
        this.at++;
      }
    } else if (awaits === 'first value' && byte === 0x5d) this.close(byte);
    else if (awaits === 'first key' && byte === 0x7d) this.close(byte);
    else if (awaits === 'key' || awaits === 'first key') {
      if (byte === 0x22) this.begin();
      else this.notJson();
    } else this.beginValue(byte);
  }

  private beginValue(byte: number): void {
    const offset = this.base + this.at;
    if (offset < 3 && byte === byteOrderMark[offset]) {
      this.at++;
      return;
    }
    const inside = this.placeInside(byte);
    if (inside !== undefined && (byte === 0x7b || byte === 0x5b)) {
      const key = this.valueKey();
      this.open.push({ place: inside, key, isArray: byte === 0x5b });
      this.expected = byte === 0x5b ? 'first value' : 'first key';
      this.sink.enter?.(key, this.open.length);
      this.at++;
    } else if (
      (this.open.length === 0 && byte !== 0x7b) ||
      byte === 0x7d ||
      byte === 0x5d ||
      byte === 0x2c ||
      byte === 0x3a
    )
      this.notJson();
    else this.begin();
  }

  /** The place of the container that begins here; undefined if it is not to be entered. */
  private placeInside(byte: number): JsonPlace | undefined {
    const top = this.open.at(-1);
    if (top === undefined) return this.objectsAreValues && byte === 0x7b ? undefined : this.place;
    const key = this.valueKey();
    return Object.hasOwn(top.place, key) ? top.place[key] : undefined;
  }

  /** Key of the value that begins here. */
  private valueKey(): string {
    const top = this.open.at(-1);
    return top === undefined ? '' : top.isArray ? '[]' : this.key;
  }

  private close(byte: number): void {
    const top = this.open.at(-1)!;
    if (top.isArray !== (byte === 0x5d)) {
      this.notJson();
      return;
    }
    this.sink.leave?.(top.key, this.open.length);
    this.open.pop();
    this.at++;
    this.expected = this.stateAfterValue();
  }

  /** State after a value. */
  private stateAfterValue(): Expected {
    return this.open.length === 0 ? 'value' : 'comma';
  }

  private begin(): void {
    const byte = this.buffer[this.at]!;
    this.start = this.at;
    this.position.line = this.line;
    this.position.offset = this.base + this.at;
    this.inString = byte === 0x22;
    this.nested = byte === 0x7b || byte === 0x5b ? 1 : 0;
    this.isScalar = this.nested === 0 && !this.inString;
    this.at++;
  }

  /** Continues the open value; false when its end is not in the buffer yet. */
  private continueValue(): boolean {
    const { buffer, fill } = this;
    let { at, nested, inString } = this;
    let end = -1;
    for (; at < fill && end < 0; at++) {
      const byte = buffer[at]!;
      if (inString) {
        if (byte === 0x5c) {
          if (at + 1 >= fill) break;
          at++;
        } else if (byte === 0x22) {
          inString = false;
          if (nested === 0) end = at + 1;
        }
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (++nested > maxNesting) this.isTooDeep = true;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (this.isScalar) end = at;
        else if (--nested === 0) end = at + 1;
      } else if (this.isScalar && (byte === 0x2c || byte <= 0x20)) end = at;
      else if (byte === 0x0a) this.line++;
    }
    this.nested = nested;
    this.inString = inString;
    this.at = end < 0 ? at : end;
    if (end >= 0) {
      this.emit(end);
      return true;
    }
    if (fill - this.start > maxValue) {
      this.isTooLong = true;
      this.dropped += at - this.start;
      this.start = at;
    }
    return false;
  }

  private emit(end: number): void {
    const { start, buffer, position } = this;
    this.start = -1;
    position.lines = this.line - position.line + 1;
    if (this.isTooLong || this.isTooDeep) {
      const code = this.isTooDeep ? 'value-too-deep' : 'value-too-long';
      this.isTooLong = this.isTooDeep = false;
      const length = this.dropped + end - start;
      this.dropped = 0;
      this.skipped += length;
      this.sink.broken(code, length, position);
      this.expected =
        this.expected === 'key' || this.expected === 'first key' ? 'colon' : this.stateAfterValue();
      this.key = '';
      return;
    }
    if (this.expected === 'key' || this.expected === 'first key') {
      this.key = decode(buffer, start + 1, end - 1);
      this.expected = 'colon';
      return;
    }
    this.expected = this.stateAfterValue();
    if (!this.sink.value(this.valueKey(), this.open.length, buffer, start, end, position))
      this.skipped += end - start;
  }

  /** Gives up the document; the next may begin on the next line. */
  private notJson(): void {
    this.skipsLine = true;
    this.skippedFrom = this.base + this.at;
    this.closeAll();
  }

  private closeAll(): void {
    while (this.open.length > 0) {
      this.sink.leave?.(this.open.at(-1)!.key, this.open.length);
      this.open.pop();
    }
    this.start = -1;
    this.isTooDeep = false;
    this.expected = 'value';
  }

  private skipLine(): void {
    const newline = this.buffer.subarray(0, this.fill).indexOf(0x0a, this.at);
    this.at = newline < 0 ? this.fill : newline;
    if (newline >= 0) this.endSkipping(newline);
  }

  private endSkipping(at: number): void {
    this.skipsLine = false;
    const length = this.base + at - this.skippedFrom;
    this.skipped += length;
    this.sink.broken('not-json', length, this.positionAt(this.skippedFrom));
  }

  private positionAt(offset: number): JsonPosition {
    return Object.assign(this.position, { line: this.line, lines: 1, offset });
  }
}
