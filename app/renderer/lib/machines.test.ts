import { expect, it } from 'vitest';
import { machinesOf } from './machines.ts';

it('collects the facts about a host from its captures', () => {
  const bare = { host: 'db1', os: null, cpus: null, command: null };
  expect(
    machinesOf([
      bare,
      { ...bare, os: 'Linux 6.1', command: 'perf record -a' },
      { ...bare, cpus: 2, command: 'perf record -a' },
      { ...bare, host: 'web1' },
      { ...bare, host: null },
    ]),
  ).toEqual([
    { host: 'db1', os: 'Linux 6.1', cpus: 2, commands: ['perf record -a'] },
    { host: 'web1', os: null, cpus: null, commands: [] },
  ]);
});
