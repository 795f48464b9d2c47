import { describe, expect, it } from 'vitest';
import {
  ascii,
  decode,
  equals,
  hash,
  indexOf,
  indexOfByte,
  isUtf8,
  lastIndexOfByte,
  parseDecimal,
  parseHex,
  parseSeconds,
  parseSigned,
  parseUnsigned,
  sameBytes,
  skipBlanks,
  skipWord,
  startsWith,
  trimEnd,
} from './bytes.ts';

const parsed = <T>(read: (bytes: Uint8Array, start: number, end: number) => T) => {
  return (text: string): T => {
    const bytes = ascii(`9${text}9`);
    return read(bytes, 1, bytes.length - 1);
  };
};

describe('numbers', () => {
  it('reads only integers that fill their range', () => {
    expect(['0', '42', '9007199254740991', '', '-1', '1.5', '1 '].map(parsed(parseUnsigned))).toEqual([
      0,
      42,
      Number.MAX_SAFE_INTEGER,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    expect(['-7', '+7', '7', '-', '--1'].map(parsed(parseSigned))).toEqual([
      -7,
      7,
      7,
      Number.NaN,
      Number.NaN,
    ]);
  });

  it('reads decimals as the nearest double', () => {
    for (const text of [
      '0',
      '-0.5',
      '.5',
      '5.',
      '12.34',
      '0.1',
      '1e3',
      '1.5E-7',
      '123456789012345678.9',
      '99.999999999999999999',
    ]) {
      expect(parsed(parseDecimal)(text), text).toBe(Number(text));
    }
    for (const text of ['', '-', '.', '1.2.3', 'abc', '1e', '0x10', '1e5x', 'Infinity']) {
      expect(parsed(parseDecimal)(text), text).toBeNaN();
    }
    const comma = ascii('0,56');
    expect(parseDecimal(comma, 0, 4, 0x2c)).toBe(0.56);
  });

  it('reads seconds as exact nanoseconds', () => {
    const seconds = parsed(parseSeconds);
    expect(seconds('28.5178119')).toBe(28_517_811_900);
    expect(seconds('7')).toBe(7_000_000_000);
    expect(seconds('0.123456789123')).toBe(123_456_789);
    expect(['', '.5', '1.', '1.2x', '-1.0'].map(seconds)).toEqual(Array(5).fill(Number.NaN));
    const late = ascii('28075374.517811123');
    expect(parseSeconds(late, 0, late.length, 28_075_374)).toBe(517_811_123);
  });

  it('rounds large addresses down', () => {
    const hex = parsed(parseHex);
    expect(hex('7f3a')).toBe(0x7f3a);
    expect(hex('1fffffffffffff')).toBe(Number.MAX_SAFE_INTEGER);
    for (const text of ['ffffffff9b201293', 'ffffffffffffffff', '20000000000001', '8000000000000fff']) {
      const exact = BigInt(`0x${text}`);
      const read = BigInt(hex(text));
      expect(read <= exact && exact - read < 2048n, text).toBe(true);
    }
    expect(['', '0x1', 'fffffffffffffffff'].map(hex)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});

describe('ranges of bytes', () => {
  const bytes = ascii('  key = value\t ');
  const { length } = bytes;

  it('find bytes and words, and are trimmed, within their bounds', () => {
    expect(skipBlanks(bytes, 0, length)).toBe(2);
    expect(skipWord(bytes, 2, length)).toBe(5);
    expect(trimEnd(bytes, 0, length)).toBe(13);
    expect(trimEnd(bytes, 0, 2)).toBe(0);
    expect(indexOfByte(bytes, 0x3d, 0, length)).toBe(6);
    expect(lastIndexOfByte(bytes, 0x20, 0, length)).toBe(14);
    expect(indexOfByte(bytes, 0x21, 0, length)).toBe(-1);
    expect(indexOf(bytes, 0, length, ascii('value'))).toBe(8);
    expect(indexOf(bytes, 0, 12, ascii('value'))).toBe(-1);
  });

  it('are compared and hashed by their bytes', () => {
    expect(startsWith(bytes, 2, length, ascii('key'))).toBe(true);
    expect(startsWith(bytes, 2, 4, ascii('key'))).toBe(false);
    expect(equals(bytes, 2, 5, ascii('key'))).toBe(true);
    expect(equals(bytes, 2, 6, ascii('key'))).toBe(false);
    expect(sameBytes(bytes, 2, 5, ascii('key'), 0, 3)).toBe(true);
    expect(sameBytes(bytes, 2, 5, ascii('kez'), 0, 3)).toBe(false);
    expect(hash(bytes, 2, 5)).toBe(hash(ascii('key'), 0, 3));
    expect(hash(bytes, 2, 5)).not.toBe(hash(ascii('kez'), 0, 3));
  });
});

describe('UTF-8', () => {
  it('is distinguished from other bytes', () => {
    for (const text of ['', 'plain', 'é漢😀', '\ufffd']) {
      const bytes = ascii(text);
      expect(isUtf8(bytes, 0, bytes.length), text).toBe(true);
    }
    for (const bad of [
      [0x80],
      [0xc3],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ]) {
      expect(isUtf8(Uint8Array.from(bad), 0, bad.length), String(bad)).toBe(false);
    }
  });

  it('is judged as TextDecoder judges it, for every pair of bytes', () => {
    const strict = new TextDecoder('utf-8', { fatal: true });
    const accepts = (bytes: Uint8Array): boolean => {
      try {
        strict.decode(bytes);
        return true;
      } catch {
        return false;
      }
    };
    for (let pair = 0; pair < 65536; pair++) {
      const bytes = Uint8Array.of(0x61, pair >> 8, pair & 255, 0x80, 0x80);
      expect(isUtf8(bytes, 0, 5)).toBe(accepts(bytes));
    }
  });

  it('is decoded with U+FFFD for invalid bytes, and keeps a BOM', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0x62);
    expect(decode(bytes, 0, 3)).toBe('a\ufffdb');
    const bom = ascii('\ufeffx');
    expect(decode(bom, 0, bom.length)).toBe('\ufeffx');
    const long = ascii('a long line of text, longer than the short cut');
    expect(decode(long, 2, 6)).toBe('long');
    expect(decode(long, 0, long.length)).toBe('a long line of text, longer than the short cut');
  });
});
