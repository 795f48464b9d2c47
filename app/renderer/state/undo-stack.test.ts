import { expect, it } from 'vitest';
import { Marks } from './marks.ts';
import { TracksState } from './tracks.ts';
import { UndoStack } from './undo-stack.ts';

it('the undo stack returns the latest entry first, and merges small steps of one change', () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  const did = (what: string, at: string) =>
    ({ by: 'window', what, isStep: true, undo: () => undone.push(at) }) as const;
  stack.add(did('the tracks', 'first'), 0);
  stack.add(did('the tracks', 'second'), 500);
  stack.add(did('the tracks', 'third'), 5000);
  stack.add({ ...did('the tracks', 'fourth'), isStep: false }, 5001);
  stack.add({ by: 'finding', typing: 'title 1' }, 6100);
  stack.add({ by: 'finding', typing: 'title 1' }, 6500);
  expect(stack.pop()).toEqual({ by: 'finding', typing: 'title 1' });
  for (let last = stack.pop(); last; last = stack.pop()) if (last.by === 'window') last.undo();
  expect(undone).toEqual(['fourth', 'third', 'first']);
});

it('restores marks and tracks', () => {
  const undo: (() => void)[] = [];
  const note = (_what: string, back: () => void) => undo.push(back);
  const marks = new Marks(note);
  marks.add({ from: 1n, to: null, text: 'here' });
  marks.rename(marks.all.get()[0]!, 'there');
  marks.remove(marks.all.get()[0]!);
  const tracks = new TracksState(note);
  const track = { id: 'a', kind: 'levels', params: {} };
  tracks.choose([track], []);
  expect(undo).toHaveLength(4);
  undo.pop()?.();
  expect(tracks.chosen.get()).toBeNull();
  undo.pop()?.();
  expect(marks.all.get().map(({ text }) => text)).toEqual(['there']);
  undo.pop()?.();
  expect(marks.all.get().map(({ text }) => text)).toEqual(['here']);
  undo.pop()?.();
  expect(marks.all.get()).toEqual([]);
});
