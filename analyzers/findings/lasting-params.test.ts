import { expect, it } from 'vitest';
import { askOf, workspaceOf } from '../../fixtures/samples.ts';
import { correlate } from '../questions/correlate/correlate.ts';
import { metric } from '../questions/metric/metric.ts';
import { lastingParams, paramsNow } from './lasting-params.ts';

it('replaces ids of series, templates and captures in parameters by names that stay valid, and names by ids', async () => {
  const workspace = await workspaceOf(
    [],
    [{}, {}],
    [
      { path: 'cpu/0/%idle', values: [1, 2] },
      { path: 'disk/vda/a,b', values: [1, 2], capture: 2 },
    ],
  );
  const of = (params: Record<string, string>) => lastingParams(askOf(workspace), correlate.params, params);
  expect(await of({ with: 'series/1', of: 'process/sh' })).toEqual({
    with: '2:disk/vda/a?b',
    of: 'process/sh',
  });
  expect(await of({ with: 'series/9', 'max-lag': '5s' })).toEqual({ with: 'series/9', 'max-lag': '5s' });
  await workspace.close();

  const now = new Map([
    [1, 7],
    [2, 1],
  ]);
  expect(paramsNow(correlate.params, { with: '2:disk/vda/a?b', 'max-lag': '2:0' }, now)).toEqual({
    with: '1:disk/vda/a?b',
    'max-lag': '2:0',
  });
  expect(paramsNow(correlate.params, { with: 'search/a,1:b' }, now)).toEqual({ with: 'search/a,1:b' });
  expect(paramsNow(metric.params, { series: '1:cpu/*, 2:disk/*,3:x,1/y' }, now)).toEqual({
    series: '7:cpu/*, 1:disk/*,3:x,1/y',
  });
});
