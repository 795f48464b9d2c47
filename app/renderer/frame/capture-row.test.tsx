import { describe, expect, it } from 'vitest';
import { capture, markup, sessionWith, textOf } from '../window.testing.tsx';
import { CaptureRow } from './capture-row.tsx';

describe('the row of a capture', () => {
  const row = (of: ReturnType<typeof capture>, scope = {}) => {
    const session = sessionWith({ captures: [of] });
    session.narrow(scope);
    return { session, part: <CaptureRow capture={of} name="db1/cpu.perf.txt" /> };
  };

  it('has its name, format, rows and length, and all details in its title', () => {
    const { session, part } = row(capture({ command: 'perf record -a' }));
    expect(textOf(session, part)).toBe('db1/cpu.perf.txt perf script · 1,234 samples · 1.50 s');
    expect(markup(session, part)).toContain(
      'title="/captures/db1/cpu.perf.txt\n2.05 kB\n1,234 samples\nperf record -a\nclock: seconds since 1970"',
    );
  });

  it('has at most two badges, of which that of a guess can be clicked', () => {
    const { session, part } = row(
      capture({
        status: 'partial',
        reason: 'it ends within a record',
        skipped: 3,
        clock: { guess: true, guessed: ['zone'] },
      }),
    );
    expect(textOf(session, part)).toMatch(/^db1\/cpu\.perf\.txt partial skipped perf script/);
    const empty = row(capture({ status: 'empty', rows: {} }));
    expect(textOf(empty.session, empty.part)).toMatch(/^db1\/cpu\.perf\.txt empty perf script/);
    const guessed = row(capture({ clock: { guess: true, guessed: ['zone'] } }));
    expect(markup(guessed.session, guessed.part)).toMatch(
      /<button[^>]*aria-label="clock ≈, .*: set the clock of cpu\.perf\.txt"/,
    );
  });

  it('is pale while it is out of scope', () => {
    const isOut = ({ session, part }: ReturnType<typeof row>) =>
      markup(session, part).includes('capture is-out');
    expect([isOut(row(capture())), isOut(row(capture(), { captures: [1] }))]).toEqual([false, false]);
    expect(isOut(row(capture(), { captures: [2] }))).toBe(true);
  });

  it('says that it has no rows', () => {
    const { session, part } = row(capture({ rows: {}, duration: null }));
    expect(textOf(session, part)).toContain('perf script · no rows');
  });
});
