import { expect, it, onTestFinished } from 'vitest';
import { exhibits } from '../../../gallery/shapes.ts';
import { capture, mount } from '../../window.testing.tsx';
import { shapes } from '../shapes.ts';

const { component: FlameChart } = shapes['flame-chart'];

it('a flame chart is walked and zoomed by keys, which do nothing else', async () => {
  const ui = await mount(
    <FlameChart question="flame-chart" params={{}} label="Flame chart" isMain empty="No boxes." />,
    {
      workspace: { captures: [capture()] },
      answers: { 'flame-chart': exhibits['flame-chart'].answer },
    },
  );
  const leaked: string[] = [];
  const leak = ({ key }: KeyboardEvent) => leaked.push(key);
  document.body.addEventListener('keydown', leak);
  onTestFinished(() => document.body.removeEventListener('keydown', leak));
  const chart = ui.get('[role=application]');
  chart.focus();
  await ui.press('ArrowRight', 'ArrowDown');
  expect(chart.getAttribute('aria-label')).toMatch(/ from \d\d:\d\d:\d\d\.\d+ · /);
  await ui.press('Enter');
  expect(ui.session.zoom.get()).not.toBeNull();
  await ui.press('Escape');
  expect(ui.session.zoom.get()).toBeNull();
  // Without a zoom, Esc closes what is over the view.
  await ui.press('Escape', 'F1');
  expect(leaked).toEqual(['Escape', 'F1']);
});
