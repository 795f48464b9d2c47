import type { Findings } from '../contract.ts';

/** One finding, so that the objects it marks show their sign. */
export const findings: Findings = {
  summary: { title: '', text: '' },
  findings: [
    {
      id: 1,
      title: 'Vacuum waits for the disk',
      text: '',
      tags: ['cause'],
      links: [],
      marks: [{ kind: 'thing', refers: 'process', name: 'autovacuum' }],
      evidence: [],
      created: 0n,
      changed: 0n,
    },
  ],
  undo: null,
  redo: null,
};
