/**
 * UTF-16 input. Readers read UTF-8 only; their caller passes the first bytes to {@link encodingOf} and, for
 * UTF-16 (written by PowerShell's `>`), puts a {@link Utf16Transcoder} in between. Offsets are then those of
 * the UTF-8 text.
 */

/** `cr`: UTF-8 whose lines end with a carriage return alone, as of classic Mac OS. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'cr';

/** UTF-16 by the byte order mark, `cr` if carriage returns are the only line ends; else UTF-8. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return endsLinesWithCr(head) ? 'cr' : 'utf-8';
}

function endsLinesWithCr(head: Uint8Array): boolean {
  const first = head.indexOf(0x0d);
  if (first < 0 || first === head.length - 1 || head.includes(0x0a)) return false;
  // Binary data has other control characters, too.
  return head.every(byte => byte >= 0x20 || byte === 0x0d || byte === 0x09 || byte === 0x1b);
}

/** Replaces carriage returns by line feeds; offsets stay. The chunk is valid until the next call. */
export class CrTranscoder {
  private out = new Uint8Array(0);

  push(chunk: Uint8Array): Uint8Array {
    if (this.out.length < chunk.length) this.out = new Uint8Array(chunk.length);
    const out = this.out.subarray(0, chunk.length);
    for (let at = 0; at < chunk.length; at++) out[at] = chunk[at] === 0x0d ? 0x0a : chunk[at]!;
    return out;
  }

  end(): Uint8Array {
    return new Uint8Array(0);
  }
}

/** UTF-16 to UTF-8 over chunks split anywhere. The byte order mark is left out; unpaired surrogates become U+FFFD. */
export class Utf16Transcoder {
  private readonly highFirst: boolean;
  /** First byte of a split code unit, or -1. */
  private half = -1;
  /** High surrogate waiting for its low one, or 0. */
  private high = 0;
  private started = false;
  private out = new Uint8Array(0);
  private length = 0;

  constructor(encoding: 'utf-16le' | 'utf-16be') {
    this.highFirst = encoding === 'utf-16be';
  }

  /** The chunk as UTF-8, valid until the next call. */
  push(chunk: Uint8Array): Uint8Array {
    // A code unit gives at most 3 bytes; the rest is room for the end of the previous chunk.
    const maxLength = (chunk.length >> 1) * 3 + 9;
    if (this.out.length < maxLength) this.out = new Uint8Array(maxLength);
    this.length = 0;
    let at = 0;
    if (this.half >= 0 && chunk.length > 0) {
      this.unit(this.half, chunk[at++]!);
      this.half = -1;
    }
    for (; at + 1 < chunk.length; at += 2) this.unit(chunk[at]!, chunk[at + 1]!);
    if (at < chunk.length) this.half = chunk[at]!;
    return this.out.subarray(0, this.length);
  }

  /** U+FFFD if the input ended within a character. */
  end(): Uint8Array {
    this.length = 0;
    if (this.out.length < 3) this.out = new Uint8Array(3);
    if (this.half >= 0 || this.high > 0) this.put(0xfffd);
    this.half = -1;
    this.high = 0;
    return this.out.subarray(0, this.length);
  }

  private unit(first: number, second: number): void {
    const unit = this.highFirst ? (first << 8) | second : (second << 8) | first;
    if (!this.started) {
      this.started = true;
      if (unit === 0xfeff) return;
    }
    const kind = unit & 0xfc00;
    if (kind === 0xdc00 && this.high > 0) {
      const point = 0x10000 + ((this.high - 0xd800) << 10) + (unit - 0xdc00);
      this.high = 0;
      this.put(point);
      return;
    }
    if (this.high > 0) this.put(0xfffd);
    this.high = 0;
    if (kind === 0xd800) this.high = unit;
    else this.put(kind === 0xdc00 ? 0xfffd : unit);
  }

  private put(point: number): void {
    const { out } = this;
    if (point < 0x80) {
      out[this.length++] = point;
      return;
    }
    if (point < 0x800) {
      out[this.length++] = 0xc0 | (point >> 6);
    } else {
      if (point < 0x10000) {
        out[this.length++] = 0xe0 | (point >> 12);
      } else {
        out[this.length++] = 0xf0 | (point >> 18);
        out[this.length++] = 0x80 | ((point >> 12) & 0x3f);
      }
      out[this.length++] = 0x80 | ((point >> 6) & 0x3f);
    }
    out[this.length++] = 0x80 | (point & 0x3f);
  }
}
