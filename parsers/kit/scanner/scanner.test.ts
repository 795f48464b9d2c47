import { describe, expect, it } from 'vitest';
import { ascii, decode } from '../bytes.ts';
import { borrowScanner, returnScanner, type Scanner } from './scanner.ts';
import * as Found from './shared/found.ts';

type ScanResult = { readonly [K in 'header' | 'run']: number } & { readonly frames: string[][] };

/** Reads text of whole records; the value of each distinct frame line is its index in `names`. */
function read(scanner: Scanner, text: Uint8Array, names: string[], counts: Map<number, number>): ScanResult {
  const known = new Map(names.map((name, at) => [name, at]));
  const result = { header: 0, run: 0, frames: [] as string[][] };
  let held = 0;
  for (let at = 0; at < text.length || held > 0; ) {
    const piece = text.subarray(at, at + scanner.input.length - held);
    scanner.input.set(piece, held);
    held += piece.length;
    at += piece.length;
    scanner.begin(0, held, at === text.length);
    for (let type = scanner.next(); type !== Found.END; type = scanner.next()) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
      if (type === Found.NEW_FRAME) {
        const line = decode(scanner.input, scanner.lineStart + 1, scanner.lineEnd);
        let value = known.get(line);
        if (value === undefined) {
          value = names.push(line) - 1;
          known.set(line, value);
        }
        scanner.setFrame(scanner.frameLine, value);
      } else if (type === Found.HEADER) result.header++;
      else if (type === Found.FRAMES_FULL) scanner.clearFrames();
      else if (type === Found.PREFIXES_FULL) scanner.clearPrefixes();
      else if (type === Found.SUFFIXES_FULL) scanner.clearSuffixes();
      else if (type === Found.STACKS_FULL) scanner.clearStacks();
      else if (type === Found.RUN) {
        result.run++;
        const frames: string[] = [];
        for (let node = scanner.node >>> 0; node !== Found.ROOT; node = scanner.parentOf(node)) {
          frames.push(names[scanner.frameOf(node)]!);
        }
        result.frames.push(frames);
      }
    }
    const { position } = scanner;
    scanner.input.copyWithin(0, position, held);
    held -= position;
  }
  return result;
}

/** The same pseudo-random numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the scanner', () => {
  it('interns lines of every length, and distinguishes lines that differ in one byte', () => {
    const scanner = borrowScanner();
    const lines: string[] = [];
    for (let length = 1; length <= 70; length++) {
      for (let at = 0; at < length; at++) lines.push(`${'x'.repeat(at)}y${'x'.repeat(length - at - 1)}`);
    }
    const text = lines.map(line => `a 1 1.0: e:\n\t${line}\n\n`).join('');
    const names: string[] = [];
    const counts = new Map<number, number>();
    const once = read(scanner, ascii(text + text), names, counts);
    returnScanner(scanner);
    expect(names).toEqual(lines);
    expect(counts.get(Found.NEW_FRAME)).toBe(lines.length);
    expect(once.frames.map(frames => frames.join())).toEqual([...lines, ...lines]);
  });

  it('loses no stack when the stack tree is full and is cleared', () => {
    const scanner = borrowScanner();
    const next = random(7);
    const stacks: string[][] = [];
    for (let record = 0; record < 75_000; record++) {
      stacks.push(Array.from({ length: 16 }, () => `f${Math.floor(next() * 100)}`));
    }
    const text = stacks.map(stack => `a 1 1.0: e:\n\t${stack.join('\n\t')}\n\n`).join('');
    const counts = new Map<number, number>();
    const result = read(scanner, ascii(text), [], counts);
    returnScanner(scanner);
    expect(counts.get(Found.STACKS_FULL)).toBe(1);
    expect(result.frames).toEqual(stacks);
  });

  it('loses no frame when the table of frame lines is full and is cleared', () => {
    const scanner = borrowScanner();
    const stacks = Array.from({ length: 60_000 }, (_, record) =>
      Array.from({ length: 5 }, (_each, at) => `${record * 5 + at} (module)`),
    );
    const text = stacks.map(stack => `a 1 1.0: e:\n\t${stack.join('\n\t')}\n\n`).join('');
    const counts = new Map<number, number>();
    const result = read(scanner, ascii(text), [], counts);
    returnScanner(scanner);
    expect(counts.get(Found.FRAMES_FULL)).toBe(1);
    expect(result.frames).toEqual(stacks);
  });

  it('returns lines that the host marked as no frame or flagged, and frame lines outside of a record', () => {
    const scanner = borrowScanner();
    const text = ascii('\torphan\na 1 1.5: e:\n\tgood\n\tbad\n\tflagged\n\tbad\n\tflagged\n\n\torphan\n');
    scanner.input.set(text);
    scanner.begin(0, text.length, true);
    const seen: number[] = [];
    for (let type = scanner.next(); type !== Found.END; type = scanner.next()) {
      if (type !== Found.NEW_FRAME) {
        seen.push(type);
        continue;
      }
      const line = decode(scanner.input, scanner.lineStart + 1, scanner.lineEnd);
      scanner.setFrame(
        scanner.frameLine,
        line === 'bad' ? Found.BAD : line === 'flagged' ? 5 + Found.FLAG : 4,
      );
    }
    const { BAD_FRAME: bad, FLAGGED_FRAME: flagged, ORPHAN_FRAME: orphan, HEADER: header, RUN: run } = Found;
    expect(seen).toEqual([orphan, header, bad, flagged, bad, flagged, run, orphan]);
    returnScanner(scanner);
  });

  it('finds time and period in a header, after a thread name that looks like a time', () => {
    const scanner = borrowScanner();
    const text = ascii('a 1.5: b 7 [001] 12.000000042999:  99 e: x\nno time here: 1.x: 1.5\n');
    scanner.input.set(text);
    scanner.begin(0, text.length, true);
    expect(scanner.next()).toBe(Found.HEADER);
    const { seconds, nanos, period, timeStart, suffixStart, lineEnd } = scanner;
    expect({ seconds, nanos, period }).toEqual({ seconds: 12, nanos: 42, period: 99 });
    expect(decode(scanner.input, 0, timeStart)).toBe('a 1.5: b 7 [001] ');
    expect(decode(scanner.input, suffixStart, lineEnd)).toBe('e: x');
    expect(scanner.next()).toBe(Found.LINE);
    scanner.takeLine();
    expect(scanner.next()).toBe(Found.END);
    expect(scanner.lineCount).toBe(2);
    returnScanner(scanner);
  });
});
