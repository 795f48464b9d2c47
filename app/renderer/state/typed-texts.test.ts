import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TypedTexts } from './typed-texts.ts';

let saved: string[];
let failure: Error | null;
let said: string[];
let texts: TypedTexts;
const save = async (text: string) => {
  if (failure) throw failure;
  saved.push(text);
};
const type = (text: string) => texts.type('title 1', text, save);

beforeEach(() => {
  vi.useFakeTimers();
  [saved, said, failure] = [[], [], null];
  texts = new TypedTexts({
    onFailure: error => said.push((error as Error).message) > 0 && (error as Error).message !== 'gone',
    onRecovery: () => said.push('saved'),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('saves shortly after the last key', async () => {
  type('a');
  await vi.advanceTimersByTimeAsync(200);
  type('ab');
  await vi.advanceTimersByTimeAsync(299);
  expect(saved).toEqual([]);
  expect(texts.of('title 1')).toBe('ab');
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual(['ab']);
  expect(texts.of('title 1')).toBe(null);
});

it('saves every second while keys follow each other without a pause', async () => {
  const lost: number[] = [];
  for (let key = 1; key <= 90; key++) {
    type('x'.repeat(key));
    await vi.advanceTimersByTimeAsync(110);
    lost.push(key - (saved.at(-1)?.length ?? 0));
  }
  expect(Math.max(...lost)).toBeLessThanOrEqual(10);
});

it('keeps a text that cannot be saved, tries again, and says both once', async () => {
  failure = new Error('the disk is full');
  type('abc');
  await texts.flush('title 1');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([]);
  expect(texts.of('title 1')).toBe('abc');
  expect(said).toEqual(['the disk is full']);
  failure = null;
  await vi.advanceTimersByTimeAsync(2000);
  expect(saved).toEqual(['abc']);
  expect(said).toEqual(['the disk is full', 'saved']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual(['abc']);
});

it('does not keep a text of what is gone', async () => {
  failure = new Error('gone');
  type('abc');
  await texts.flush();
  expect(texts.of('title 1')).toBe(null);
  expect(vi.getTimerCount()).toBe(0);
});

it('never saves an older text after a newer one', async () => {
  const ends: (() => void)[] = [];
  const slow = (text: string) =>
    new Promise<void>(resolve => ends.push(() => resolve(void saved.push(text))));
  texts.type('title 1', 'old', slow);
  const first = texts.flush();
  texts.type('title 1', 'new', slow);
  const second = texts.flush();
  expect(ends).toHaveLength(1);
  ends[0]!();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  ends[1]!();
  await second;
  expect(saved).toEqual(['old', 'new']);
  expect(texts.of('title 1')).toBe(null);
});
