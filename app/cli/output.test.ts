import { describe, expect, it } from 'vitest';
import { noteText } from './output.ts';

describe('a note printed on the terminal', () => {
  it('names the option that helps', () => {
    const remedy = { option: 'with-idle', does: 'counts them' };
    expect(noteText({ code: 'idle-left-out', text: 'Idle samples are left out.', remedy })).toBe(
      'Idle samples are left out. --with-idle counts them.',
    );
    expect(noteText({ code: 'rates', text: 'Rates.' })).toBe('Rates.');
  });
});
