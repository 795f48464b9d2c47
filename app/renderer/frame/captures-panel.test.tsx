import { describe, expect, it } from 'vitest';
import { capture, mount } from '../window.testing.tsx';
import { CapturesPanel } from './captures-panel.tsx';

const captures = [
  capture({ size: 1000, used: 900, blank: 60, skipped: 40, problems: 3 }),
  capture({ id: 2, name: 'trace.etl', unit: 'bytes', size: 2_500_000, used: 2_500_000 }),
];

describe('the ledger', () => {
  const open = (isOpen: boolean) =>
    mount(<CapturesPanel />, {
      workspace: { captures },
      begin: session => session.panels.of('Ledger').set({ size: null, isOpen }),
    });

  it('adds up what was read of all captures, by unit', async () => {
    const ui = await open(true);
    expect(ui.text(ui.get('section', 'Ledger'))).toBe(
      'Ledger lines read 1,000 used 900 blank 60 skipped 40 bytes read 2.50 MB used 2.50 MB blank 0 B skipped 0 B problems 3 ›',
    );
    await ui.click(ui.get('button', '3 ›'));
    expect(ui.session.history.present.view).toBe('problems');
  });

  it('is closed and opened by its heading, and counts the problems while it is closed', async () => {
    const ui = await open(false);
    const heading = () => ui.get('button', /^Ledger/);
    const list = () => ui.get('dl', '', ui.get('section', 'Ledger'));
    const states = () => [heading().getAttribute('aria-expanded'), list().hidden];
    expect(states()).toEqual(['false', true]);
    expect(ui.text(ui.get('section', 'Ledger'))).toMatch(/^Ledger 3 problems/);
    await ui.click(heading());
    expect(states()).toEqual(['true', false]);
    await ui.click(heading());
    expect(states()).toEqual(['false', true]);
  });
});
