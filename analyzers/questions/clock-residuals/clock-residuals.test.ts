import { expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import { clockResiduals } from './clock-residuals.ts';

it('gives the residual of each moment that both captures recorded', async () => {
  const workspace = await imported(
    ['strace.txt.zst', 'cpu.perf.txt.zst'].map(name => fixture(`clocks/${name}`)),
  );
  const ask = (within: number) => answerOf(workspace, clockResiduals, { capture: '1', by: '2', within }, {});
  const [near, all] = [await ask(10), await ask(0)];
  const { within, of, errorNs } = noteData(near, 'residuals') as Record<string, number>;
  expect(near.rows).toBeGreaterThan(100);
  expect(all.rows).toBe(of);
  expect(near.rows + Number(noteData(near, 'far-off')?.moments ?? 0)).toBe(of);
  const residuals = rowsOf(near, 'y').map(([y]) => Math.abs(Number(y)));
  expect(Math.max(...residuals)).toBeLessThanOrEqual(10 * errorNs!);
  expect(residuals.filter(each => each <= errorNs!)).toHaveLength(within!);
  expect(noteData(near, 'axes')).toMatchObject({ x: 'linear', yName: 'residual' });
  await workspace.close();
});
