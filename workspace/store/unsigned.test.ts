import { expect, it } from 'vitest';
import { Workspace } from '../workspace.ts';
import { fromHalves, halvesOf } from './unsigned.ts';

it('reads unsigned 64-bit integers and nulls exactly', async () => {
  const workspace = await Workspace.open(null);
  const wanted = [
    0n,
    1n,
    0xffffffffn,
    0x100000000n,
    0x8000000000000000n,
    0xffffffff81e0001fn,
    2n ** 64n - 1n,
  ];
  const rows = ['NULL', ...wanted].map((value, i) => `(${i}, ${value}::UBIGINT)`).join(', ');
  const result = await workspace.columns(
    `SELECT ${halvesOf('address')} FROM (VALUES ${rows}) t(i, address) ORDER BY i`,
  );
  const { values, has } = fromHalves(result, 'address');
  expect([...has]).toEqual([0, ...wanted.map(() => 1)]);
  expect([...values]).toEqual([0n, ...wanted]);
  await workspace.close();
});
