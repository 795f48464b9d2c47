import { describe, expect, it } from 'vitest';
import { mount } from '../window.testing.tsx';
import { MarkDialog } from './mark-dialog.tsx';

const mark = { from: 1_710_053_970_250_000_000n, to: null, text: '' };

describe('the dialog of a mark', () => {
  it('marks a moment with the text that is entered', async () => {
    const ui = await mount(<MarkDialog mark={mark} isNew />);
    expect(ui.text('dialog')).toMatch(/^Mark 06:59:30\.250\d* .*Mark/);
    expect(ui.get('dialog').getAttribute('aria-label')).toBe('Mark the timeline');
    await ui.fill(ui.get('input'), 'here it begins');
    await ui.press('Enter');
    expect(ui.session.marks.all.get()).toMatchObject([{ ...mark, text: 'here it begins' }]);
  });

  it('renames a mark', async () => {
    const named = { ...mark, text: 'here it begins' };
    const ui = await mount(<MarkDialog mark={named} isNew={false} />, {
      begin: session => session.marks.add(named),
    });
    expect(ui.get('dialog').getAttribute('aria-label')).toBe('Rename a mark');
    expect(ui.text('dialog')).toMatch(/^The mark at 06:59:30\.250.*Rename/);
    await ui.fill(ui.get('input'), 'vacuum');
    await ui.press('Enter');
    expect(ui.session.marks.all.get()).toMatchObject([{ text: 'vacuum' }]);
  });
});
