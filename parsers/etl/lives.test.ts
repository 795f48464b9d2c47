import { expect, it } from 'vitest';
import { Lives } from './lives.ts';

it('an id means the object that lived at the time, in whatever order the objects were reported', () => {
  const lives = new Lives<string>((a, b) => a === b);
  lives.begin(7, 300, 'third');
  lives.begin(7, 100, 'first');
  lives.ends(7, 150, 'first');
  lives.begin(7, 200, 'second');
  lives.sort();
  // Before the first object the next one is meant, between two objects the one before.
  const found = [50, 100, 160, 199, 200, 299, 300, 1000].map(ts => lives.find(7, ts));
  expect(found).toEqual(['first', 'first', 'first', 'first', 'second', 'second', 'third', 'third']);
  expect([lives.find(7, 250), lives.from, lives.to]).toEqual(['second', 200, 300]);
  expect(lives.find(8, 250)).toBeUndefined();
});
