import { describe, expect, it } from 'vitest';
import { ReorderWindow } from './reorder.ts';

/** A window over records of one byte, the number of the record. */
function windowOf(maxBytes?: number) {
  const out: [time: number, record: number, tag: number][] = [];
  const window = new ReorderWindow((time, bytes, start, end, tag) => {
    expect(end - start).toBe(1);
    out.push([time, bytes[start]!, tag]);
  }, maxBytes);
  let next = 0;
  const add = (time: number) => {
    window.add(time, Uint8Array.of(next), 0, 1, next * 10);
    next++;
  };
  return { window, out, add };
}

describe('records of several buffers', () => {
  it('are released in order of time, those of one time in the order added', () => {
    const { window, out, add } = windowOf();
    for (const time of [1, 4, 7, 2, 4, 9, 3, 8]) add(time);
    window.release(4);
    expect(out.map(([time, record]) => [time, record])).toEqual([
      [1, 0],
      [2, 3],
      [3, 6],
      [4, 1],
      [4, 4],
    ]);
    for (const time of [5, 6]) add(time);
    window.releaseAll();
    expect(out.slice(5).map(([time]) => time)).toEqual([5, 6, 7, 8, 9]);
    expect(out.every(([, record, tag]) => tag === record * 10)).toBe(true);
    expect(window.late).toBe(0);
  });

  it('are released early if the window is full, and late ones are counted', () => {
    const { window, out, add } = windowOf(4);
    for (const time of [10, 20, 30, 40, 50]) add(time);
    expect(out.map(([time]) => time)).toEqual([10, 20, 30]);
    add(5);
    window.releaseAll();
    expect(out.slice(3).map(([time]) => time)).toEqual([5, 40, 50]);
    expect(window.late).toBe(1);
  });

  it('are sorted, however many sequences in order of time they form', () => {
    const { window, out, add } = windowOf();
    let state = 1;
    const random = () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return state >> 8;
    };
    const times: number[] = [];
    for (let sequence = 0; sequence < 200; sequence++) {
      let time = random() % 1000;
      for (let at = random() % 60; at >= 0; at--) {
        time += random() % 50;
        times.push(time);
      }
    }
    for (const time of times) add(time);
    window.release(500);
    window.releaseAll();
    expect(out.map(([time]) => time)).toEqual([...times].sort((a, b) => a - b));
  });
});
