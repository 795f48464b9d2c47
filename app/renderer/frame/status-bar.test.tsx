import { describe, expect, it } from 'vitest';
import { capture, markup, sessionWith, textOf } from '../window.testing.tsx';
import { StatusBar } from './status-bar.tsx';

describe('the status bar', () => {
  it('has no counts without captures', () => {
    expect(textOf(sessionWith(), <StatusBar />)).toBe('keys ?');
  });

  it('counts captures and rows, and names a clock set by hand', () => {
    const shifted = capture({
      name: 'vmstat.txt',
      clock: { shifted: 28_800_000_000_000n, setByHand: ['shift'] },
    });
    const text = textOf(sessionWith({ captures: [capture(), { ...shifted, id: 2 }] }), <StatusBar />);
    expect(text).toContain('2 captures · vmstat.txt: shifted by +8 h (set by hand)');
    expect(text).toContain('2,468 samples');
  });

  it('shows the notes of the answer, counted, and all of them in its title', () => {
    const session = sessionWith();
    session.notes.set([
      { code: 'a', text: 'Idle samples are left out.' },
      { code: 'b', text: 'There are more rows.' },
    ]);
    expect(textOf(session, <StatusBar />)).toContain(
      'Idle samples are left out. There are more rows. 2 notes',
    );
    expect(markup(session, <StatusBar />)).toContain(
      'title="Idle samples are left out.\nThere are more rows."',
    );
  });

  it('says while questions are asked, and then how long the last took', () => {
    const session = sessionWith();
    session.answers.lastElapsed.set(1_200_000);
    session.answers.pending.set(1);
    expect(textOf(session, <StatusBar />)).toBe('asking … keys ?');
    session.answers.pending.set(0);
    expect(textOf(session, <StatusBar />)).toBe('answered in 1.20 ms keys ?');
  });
});
