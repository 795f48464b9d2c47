import { describe, expect, it } from 'vitest';
import { fixed } from '../../../gallery/fixed.ts';
import { metricTracks } from '../../state/metrics.ts';
import { capture, type Mounted, mount } from '../../window.testing.tsx';
import { Metrics } from './metrics.tsx';

const series = (object: string, counter: string, unit: string, mean: number) => ({
  capture: 1,
  object,
  instance: null,
  counter,
  unit,
  points: 1200,
  min: 0,
  mean,
  max: 2 * mean,
  last: mean,
});
const answers = {
  series: fixed('series', [
    series('memory', 'free', 'B', 22_000_000),
    series('memory', 'swpd', 'B', 0),
    series('system', 'cs', '/s', 1234.5),
  ]).answer,
  saturation: fixed('saturation', [
    {
      host: 'db1',
      resource: 'cpu',
      instance: 'all',
      verdict: 'saturated',
      utilisation: 98.5,
      saturation: 2.69,
    },
  ]).answer,
  balance: fixed('balance', [{ instance: 'cpu0', mean: 90, max: 100, share: 60, deviation: 2 }]).answer,
};
const workspace = {
  captures: [capture({ name: 'vmstat.txt', rows: { metric: 3600 } })],
  rows: { metric: 3600 },
};
const open = () => mount(<Metrics />, { workspace, answers });
const rows = (ui: Mounted, grid = 'Series') =>
  ui.all('.grid-body [role=row]', '', ui.get('.grid', grid)).map(row => ui.text(row));
const titles = (ui: Mounted) => ui.all('.track-item').map(each => each.getAttribute('aria-label'));

describe('the series', () => {
  it('are a tree, opened by keyboard, with units and numbers', async () => {
    const ui = await open();
    expect(rows(ui)).toEqual(['memory 2', 'system 1']);
    ui.get('.grid', 'Series').focus();
    await ui.press('Home', 'ArrowRight');
    expect(rows(ui)).toEqual([
      'memory 2',
      'free memory free B 22,000,000 44,000,000',
      'swpd B 0 0',
      'system 1',
    ]);
    await ui.press('ArrowLeft');
    expect(rows(ui)).toHaveLength(2);
  });

  it('are put on the timeline by Enter, and taken from it again', async () => {
    const ui = await open();
    const before = titles(ui);
    ui.get('.grid', 'Series').focus();
    await ui.press('Home', 'ArrowRight', 'End', 'ArrowUp', 'Enter');
    expect(titles(ui)).toEqual([...before, 'memory swpd']);
    expect(
      metricTracks(ui.session.tracks.chosen.get()?.tracks ?? []).map(({ params }) => params.title),
    ).toContain('memory swpd');
    await ui.press('Enter');
    expect(titles(ui)).toEqual(before);
    await ui.click(ui.get('button', 'as proposed'));
    expect(ui.all('button', 'as proposed')).toEqual([]);
  });

  it('are searched, with the number of matches, and none is said', async () => {
    const ui = await open();
    await ui.fill(ui.get('input', 'Search the series'), 'memory');
    expect(ui.text()).toContain('2 of 3 series');
    expect(rows(ui)).toHaveLength(3);
    await ui.fill(ui.get('input', 'Search the series'), 'disk');
    expect(ui.text()).toContain('No series has "disk" in its path.');
  });

  it('have a menu to draw one over another', async () => {
    const ui = await open();
    await ui.fill(ui.get('input', 'Search the series'), 'cs');
    const entries = await ui.menu(ui.get('.grid-body [role=gridcell]', 'cs'));
    expect(entries.join('\n')).toMatch(/^Remove from system cs.*\nOverlay on memory free/);
  });

  it('say that none has values in scope, or what failed', async () => {
    const none = await mount(<Metrics />, { workspace });
    expect(none.text()).toContain('No series has values in scope.');
    expect(none.text()).toContain('None: choose a series and press Enter');
    const failed = await mount(<Metrics />, {
      workspace,
      answers: {
        series: () => {
          throw { code: 'internal', message: 'The file is damaged.' };
        },
      },
    });
    expect(failed.text('.failure')).toBe('The file is damaged.');
  });
});

describe('saturation and balance', () => {
  it('are tables with their verdicts and units', async () => {
    const ui = await open();
    await ui.click(ui.get('[aria-label="Metrics as"] button', 'Saturation'));
    expect(rows(ui, 'Saturation')).toEqual([expect.stringMatching(/^saturated cpu all 98\.50 2\.69/)]);
    // All rows are of one machine.
    expect(ui.all('[role=columnheader]', /host/)).toEqual([]);
    await ui.click(ui.get('[aria-label="Metrics as"] button', 'Balance'));
    expect(rows(ui, 'Balance')).toEqual([expect.stringContaining('cpu0')]);
  });
});
