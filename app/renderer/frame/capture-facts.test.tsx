import { describe, expect, it } from 'vitest';
import { capture, sessionWith, textOf } from '../window.testing.tsx';
import { CaptureFacts } from './capture-facts.tsx';

describe('the facts of a capture', () => {
  const facts = (of: ReturnType<typeof capture>, scope = {}) => {
    const session = sessionWith({ captures: [of] });
    session.narrow(scope);
    return textOf(session, <CaptureFacts capture={of} />);
  };

  it('are its format, rows, times, clock and ledger', () => {
    expect(facts(capture({ clock: { error: 500 } }))).toMatch(
      /^cpu\.perf\.txt \/captures\/db1.* format perf script rows 1,234 samples from 2023-11-14 22:13:20.* spans 1\.50 s clock seconds since 1970, ±500 ns size 2\.05 kB lines used 2 of 2 problems none Narrow to this capture Set its clock…$/,
    );
  });

  it('are bytes for captures that have no lines, and lack what is not known', () => {
    const text = facts(
      capture({
        unit: 'bytes',
        size: 4000,
        used: 3000,
        start: null,
        end: null,
        duration: null,
        rows: {},
        problems: 1200,
      }),
    );
    expect(text).toContain('bytes used 3.00 kB of 4.00 kB problems 1,200');
    expect(text).toContain('rows none clock');
    expect(text).not.toMatch(/ from | spans /);
  });

  it('name what is wrong with it, and the moment of one that has no length', () => {
    const text = facts(capture({ status: 'partial', reason: 'it ends within a record', duration: 0 }));
    expect(text).toContain('partial it ends within a record');
    expect(text).toContain('spans one moment');
  });

  it('lead out of the scope if it is alone in it, and to its columns if it is a table', () => {
    const text = facts(capture({ table: 'found' }), { captures: [1] });
    expect(text).toMatch(/Remove from the scope Set its clock… Correct its columns…$/);
  });
});
