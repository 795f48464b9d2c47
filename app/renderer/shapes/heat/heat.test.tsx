import { describe, expect, it } from 'vitest';
import { exhibits } from '../../../gallery/shapes.ts';
import { capture, mount } from '../../window.testing.tsx';
import { shapes } from '../shapes.ts';

const { component: Heat } = shapes.heat;

/** The heat map of the gallery with its first columns only. */
async function open(columns: number) {
  const { answer } = exhibits.heat;
  const ui = await mount(<Heat question="heat" params={{}} label="Heat map" isMain empty="No samples." />, {
    workspace: { captures: [capture()] },
    answers: { heat: { ...answer, grid: { ...answer.grid!, columns } } },
  });
  return { ui, readout: () => ui.text('output') };
}

describe('a heat map', () => {
  it('states the size of its cells, its scale, and the cell that the keyboard is on', async () => {
    const { ui, readout } = await open(40);
    expect(readout()).toBe(
      'A column is 1 s, a row 50 ms. Drag, or select the first and the last cell, to narrow to that time.',
    );
    expect(ui.text('.heat-legend')).toMatch(/^0 \d+ samples a cell$/);
    ui.get('[role=application]').focus();
    await ui.press('Home', 'ArrowRight', 'ArrowUp');
    expect(readout()).toMatch(/^06:59:31\.05 – 06:59:31\.10 · [\d,]+ samples?$/);
  });

  it('narrows to the time from one cell to another, each chosen by Enter', async () => {
    const { ui, readout } = await open(40);
    ui.get('[role=application]').focus();
    await ui.press('Home', 'Enter', 'ArrowRight', 'ArrowUp');
    expect(readout()).toMatch(/ · 1\.10 s · [\d,]+ samples$/);
    await ui.press('Enter');
    const { from = 0n, to = 0n } = ui.session.history.present.scope;
    expect(to - from).toBe(1_100_000_000n);
  });

  it('says that the time is too short for what recurs', async () => {
    const { readout } = await open(2);
    expect(readout()).toBe('A column is 1 s, a row 50 ms: too short to show what recurs.');
  });

  it('has a table of its cells, opened by its button', async () => {
    const { ui } = await open(40);
    await ui.click(ui.get('button', 'table'));
    expect(ui.get('.grid').getAttribute('aria-label')).toBe('Heat map cells');
    expect(ui.all('.grid-body [role=row]').length).toBeGreaterThan(5);
  });
});
