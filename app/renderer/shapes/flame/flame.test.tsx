import { describe, expect, it } from 'vitest';
import { exhibits } from '../../../gallery/shapes.ts';
import { capture, mount } from '../../window.testing.tsx';
import { shapes } from '../shapes.ts';

const { component: Flame } = shapes.flame;
const open = () =>
  mount(<Flame question="flame" params={{}} label="Flame graph" isMain empty="No samples." />, {
    workspace: { captures: [capture()] },
    answers: { flame: exhibits.flame.answer },
  });

describe('a flame graph', () => {
  it('describes the frame that the keyboard is on, with its share', async () => {
    const ui = await open();
    ui.get('[role=application]').focus();
    await ui.press('Home');
    expect(ui.text('.flame-readout')).toMatch(
      /^main .*self 4 samples · 1\.11 % total 352 samples · 97\.51 %$/,
    );
    await ui.press('ArrowDown');
    expect(ui.text('.flame-readout')).toMatch(/^parse .*total 85 samples/);
  });

  it('is zoomed to a frame and back, and its frames are those of the zoom', async () => {
    const ui = await open();
    const zoom = () => ui.text(ui.get('nav', 'Zoom'));
    ui.get('[role=application]').focus();
    await ui.press('Home', 'ArrowDown', 'Enter');
    expect(zoom()).toBe('all › main › parse');
    // The frame fills the width.
    expect(ui.get('.flame-focus').style.width).toBe('1200px');
    await ui.press('Escape');
    expect(zoom()).toBe('all › main');
    await ui.press('Escape');
    expect(zoom()).toBe('all');
  });
});
