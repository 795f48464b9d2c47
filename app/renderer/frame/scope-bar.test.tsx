import { describe, expect, it } from 'vitest';
import { capture, markup, sessionWith, textOf } from '../window.testing.tsx';
import { ScopeBar } from './scope-bar.tsx';

describe('the bar of the scope', () => {
  const open = () => sessionWith({ captures: [capture()], rows: { sample: 1234 } });
  const isDisabled = (html: string, button: string) =>
    new RegExp(`<button[^>]*aria-label="${button}"[^>]*disabled=""`).test(html);

  it('says that everything is in scope, from where nothing leads back', () => {
    const html = markup(open(), <ScopeBar />);
    expect(html).toContain('everything');
    expect([isDisabled(html, 'Back'), isDisabled(html, 'Forward')]).toEqual([true, true]);
  });

  it('has a chip for each part, with names in place of ids', () => {
    const session = open();
    session.narrow({ captures: [1], processes: ['postgres'] });
    const html = markup(session, <ScopeBar />);
    for (const part of ['cpu.perf.txt', 'postgres']) expect(html).toContain(`Remove ${part} from the scope`);
    expect(html).not.toContain('everything');
    expect([isDisabled(html, 'Back'), isDisabled(html, 'Forward')]).toEqual([false, true]);
    session.back();
    const before = markup(session, <ScopeBar />);
    expect([isDisabled(before, 'Back'), isDisabled(before, 'Forward')]).toEqual([true, false]);
  });

  it('says that idle CPUs are left out, while they are', () => {
    const session = open();
    const said = 'idle left out';
    expect(textOf(session, <ScopeBar />)).not.toContain(said);
    session.leavesOutIdle.set(true);
    expect(textOf(session, <ScopeBar />)).toContain(said);
    session.narrow({ withIdle: true });
    expect(textOf(session, <ScopeBar />)).not.toContain(said);
  });
});
