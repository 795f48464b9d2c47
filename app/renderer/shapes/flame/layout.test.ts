import { describe, expect, it } from 'vitest';
import { Table } from '../../state/table.ts';
import { framesOf, pathOf } from './frames.ts';
import { framesFromText } from './frames-from-text.testing.ts';
import { blockAlong, blockAt, type Layout, layOut } from './layout.ts';
import { moved } from './moves.ts';
import { labelOf } from './scene.ts';
import { search } from './search.ts';

/** Label, level, beginning and end of every block. */
const blocks = (layout: Layout) =>
  Array.from({ length: layout.count }, (_, block) => [
    labelOf(layout, block),
    layout.level[block],
    layout.start[block],
    layout.end[block],
  ]);
const find = (layout: Layout, label: string) =>
  Array.from({ length: layout.count }, (_, block) => block).find(block => labelOf(layout, block) === label)!;

const simple = layOut(
  framesFromText(`
    main@app 80
      work@app 50
        read@libc 30
      wait@app 20
    start@tool 20
  `),
);

describe('layout', () => {
  it('places blocks level by level from left to right, each above its caller', () => {
    expect(blocks(simple)).toEqual([
      ['main', 0, 0, 80],
      ['start', 0, 80, 100],
      ['work', 1, 0, 50],
      ['wait', 1, 50, 70],
      ['read', 2, 0, 30],
    ]);
    expect([...simple.self]).toEqual([10, 20, 20, 20, 30]);
    expect([...simple.parent]).toEqual([-1, -1, 0, 0, 2]);
    expect([...simple.levels]).toEqual([0, 2, 4, 5]);
  });

  it('merges consecutive unknown frames of one module, with all frames above them', () => {
    const layout = layOut(
      framesFromText(`
        [unknown]@app 100
          [unknown]@app 80
            small@app 30
            [unknown]@app 25 +5
              [unknown]@libc 15
          large@app 20
      `),
    );
    expect(blocks(layout)).toEqual([
      ['[unknown] ×3', 0, 0, 100],
      ['small', 1, 0, 30],
      ['large', 1, 30, 50],
      ['[unknown]', 1, 50, 65],
    ]);
    // 25 of the second frame, 5 of the third.
    expect(layout.self[0]).toBe(30);
    expect(layout.rest[0]).toBe(5);
    expect([...layout.blockOf]).toEqual([0, 0, 1, 0, 3, 2]);
  });

  it('finds the block at a place', () => {
    expect([0, 29, 30, 79, 80, 99].map(at => labelOf(simple, blockAt(simple, 0, at)))).toEqual([
      'main',
      'main',
      'main',
      'main',
      'start',
      'start',
    ]);
    expect(blockAt(simple, 1, 75)).toBe(-1);
    expect(blockAt(simple, 2, 30)).toBe(-1);
    expect(blockAt(simple, 3, 0)).toBe(-1);
    expect(blockAt(simple, -1, 0)).toBe(-1);
  });

  it('follows a path as far as the layout contains it', () => {
    const read = find(simple, 'read');
    const path = pathOf(simple.frames, simple.row[read]!);
    expect(path).toEqual([
      ['main', 'app'],
      ['work', 'app'],
      ['read', 'libc'],
    ]);
    expect(blockAlong(simple, path)).toBe(read);
    expect(blockAlong(simple, [...path.slice(0, 2), ['write', 'libc']])).toBe(find(simple, 'work'));
    expect(blockAlong(simple, [['main', 'other']])).toBe(-1);
    expect(blockAlong(simple, [])).toBe(-1);
  });

  it('finds no block where there is no frame', () => {
    const empty = layOut(framesFromText(''));
    expect(empty.count).toBe(0);
    expect(blockAt(empty, 0, 0)).toBe(-1);
    expect(moved(empty, -1, 'down', false, { from: 0, to: 1 })).toBe(-1);
  });
});

describe('frames', () => {
  it('come from the columns of the answer', () => {
    const names = ['depth', 'function', 'module', 'type', 'self', 'total', 'rest'];
    const words = ['function', 'module', 'type'];
    const columns = names.map(
      name => ({ name, kind: words.includes(name) ? 'text' : 'number', about: '' }) as const,
    );
    const texts = (...values: string[]) => ({ index: Int32Array.from(values.keys()), values });
    const table = new Table(columns, 4, [
      Float64Array.of(0, 1, 2, 1),
      texts('a', 'b', 'c', 'd'),
      texts('m', 'm', 'm', 'm'),
      texts('function', 'function', 'function', 'function'),
      Float64Array.of(0, 0, 1, 1),
      Float64Array.of(2, 1, 1, 1),
      Float64Array.of(0, 0, 0, 0),
    ]);
    const frames = framesOf(table, { amount: 2, unit: 'samples' });
    expect([...frames.parent]).toEqual([-1, 0, 1, 0]);
    expect(() => framesOf(new Table([], 0, []), frames.whole)).toThrow('no column is the depth');
  });
});

describe('search', () => {
  const layout = layOut(
    framesFromText(`
      main@app 80
        ExecProc@app 50
          ExecScan@app 30
        wait@app 20
      ExecScan@tool 20
    `),
  );

  it('counts the frames whose function or module matches', () => {
    expect(search(layout, 'exec')).toMatchObject({ blocks: 3 });
    expect(search(layout, 'scan | WAIT')).toMatchObject({ blocks: 3 });
    expect(search(layout, 'tool')).toMatchObject({ blocks: 1 });
    expect(search(layout, 'nobody')).toMatchObject({ blocks: 0 });
  });

  it('has no matches for an empty text', () => {
    expect(search(layout, ' | ')).toBeNull();
  });
});

describe('keys', () => {
  const all = { from: 0, to: 100 };
  const go = (from: string, move: Parameters<typeof moved>[2], rootIsBelow = false, within = all) =>
    labelOf(simple, moved(simple, find(simple, from), move, rootIsBelow, within));

  it('go to the callees, the caller and the neighbours of a frame', () => {
    expect(go('main', 'down')).toBe('work');
    expect(go('work', 'up')).toBe('main');
    expect(go('work', 'right')).toBe('wait');
    expect(go('wait', 'left')).toBe('work');
    expect(go('main', 'right')).toBe('start');
    expect(go('main', 'last')).toBe('read');
    expect(go('read', 'first')).toBe('main');
  });

  it('follow the drawing if the root is at the bottom', () => {
    expect(go('main', 'up', true)).toBe('work');
    expect(go('work', 'down', true)).toBe('main');
  });

  it('stay if there is no such frame, and within the view', () => {
    expect(go('wait', 'right')).toBe('wait');
    expect(go('read', 'down')).toBe('read');
    expect(go('main', 'up')).toBe('main');
    expect(go('work', 'right', false, { from: 0, to: 50 })).toBe('work');
    expect(moved(simple, -1, 'down', false, { from: 90, to: 100 })).toBe(1);
  });
});
