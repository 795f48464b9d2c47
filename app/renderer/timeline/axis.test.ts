import { describe, expect, it } from 'vitest';
import { formatTick } from '../../wording/time.ts';
import { TimeScale } from '../lib/time-scale.ts';
import { labelledTicks } from './axis.tsx';
import { flagPlaces, flagsPicture } from './pictures/flags.ts';

const start = 1_700_000_000_123_456_789n;

describe('the labels of the axis', () => {
  it.each([100, 1e4, 1e6, 1e9, 60e9, 86_400e9, 30 * 86_400e9])('never overlap: %d ns', length => {
    const scale = new TimeScale(start, start + BigInt(length), 700);
    const { at, step } = labelledTicks(scale, 'UTC');
    expect(at.length).toBeGreaterThan(1);
    const label = formatTick(start + BigInt(Math.round(at[1]!)), 'UTC', step);
    expect((step / scale.length) * scale.width).toBeGreaterThan(label.length * 6.4);
  });
});

describe('flags', () => {
  const flag = (from: bigint, text: string, to: bigint | null = null) => ({
    from,
    to,
    text,
    colour: '',
    ink: '',
    entries: () => [],
  });
  it('end where the next begins', () => {
    const scale = new TimeScale(0n, 100n, 1000);
    const places = flagPlaces([flag(10n, 'a long name'), flag(14n, 'b'), flag(99n, 'c', 200n)], scale);
    expect(places.map(({ left, end }) => [left, Math.round(end)])).toEqual([
      [100, 137],
      [140, 164],
      [990, 1014],
    ]);
    expect(flagPlaces([flag(10n, 'x'), flag(50n, 'y')], new TimeScale(40n, 60n, 100))).toHaveLength(1);
  });

  it('of an interval are as long as it, with the text beside it if it is too short', () => {
    const scale = new TimeScale(0n, 100n, 1000);
    const width = scale.width;
    const drawn = (from: bigint, to: bigint) => {
      const boxes: number[][] = [];
      const texts: [string, number][] = [];
      const context = {
        fillRect: (...box: number[]) => void boxes.push(box),
        fillText: (text: string, x: number) => void texts.push([text, x]),
      };
      const surface = { context, scale, width, height: 20, ratio: 1, colours: [], muted: '', background: '' };
      flagsPicture([flag(from, 'the disk was full', to)], '').draw(surface as never);
      return { bar: boxes.find(([, , wide]) => wide! > 1)!, text: texts[0]! };
    };
    const [short, long] = [drawn(10n, 12n), drawn(10n, 90n)];
    const ends = ({ bar: [left, , wide] }: ReturnType<typeof drawn>) => [left, left! + wide!];
    expect(ends(short)).toEqual([scale.x(10n), scale.x(12n)]);
    expect(ends(long)).toEqual([scale.x(10n), scale.x(90n)]);
    expect(short.text[0]).toBe('the disk was full');
    expect(short.text[1]).toBeGreaterThan(scale.x(12n));
    expect(long.text[1]).toBeLessThan(scale.x(20n));
  });

  it('are merged if they are too close for their labels; a merged flag opens all of them', () => {
    const scale = new TimeScale(0n, 100n, 1000);
    const all = [flag(10n, 'first', 20n), flag(10n, 'second', 40n), flag(11n, 'third'), flag(50n, 'far')];
    const places = flagPlaces(all, scale);
    expect(places.map(({ flags, left, right }) => [flags.map(({ text }) => text), left, right])).toEqual([
      [['first', 'second', 'third'], 100, 400],
      [['far'], 500, 501],
    ]);
    const hit = flagsPicture(all, '').hit?.(102, 5, { scale } as never);
    expect(hit).toMatchObject({ text: 'first\nsecond\nthird', interval: { from: 10n, to: 40n } });
  });
});
