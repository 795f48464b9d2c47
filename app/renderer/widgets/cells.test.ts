import { expect, it } from 'vitest';
import { exact, shown } from './cells.ts';

it('shows characters that would hide or turn others around, and copies the text as it is', () => {
  const text = 'live \u202eltr over\u200bride\u001b';
  expect(shown(text, { kind: 'text' }, 'UTC')).toBe('live ⟦U+202E⟧ltr over⟦U+200B⟧ride␛');
  expect(shown('/lib/a\u202eso.b', { kind: 'code', refers: 'module' }, 'UTC')).toBe('a⟦U+202E⟧so.b');
  expect(exact(text, 'UTC')).toBe(text);
});
