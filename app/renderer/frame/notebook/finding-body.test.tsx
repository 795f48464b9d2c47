import { expect, it } from 'vitest';
import type { FindingChange } from '../../../contract.ts';
import { capture, mount } from '../../window.testing.tsx';
import { FindingBody } from './finding-body.tsx';

const finding = (id: number, title: string, links: readonly number[] = []) => ({
  id,
  title,
  text: '',
  tags: [],
  links,
  marks: [],
  evidence: [],
  created: 0n,
  changed: 0n,
});

it('links of a finding are listed from both ends, and removed one by one', async () => {
  const all = [
    finding(1, 'Vacuum runs', [2, 3]),
    finding(2, 'The disk is busy'),
    finding(3, 'Latency doubles'),
    finding(4, 'A query is slow', [1]),
  ];
  const findings = { summary: { title: '', text: '' }, findings: all, undo: null, redo: null };
  const changes: FindingChange[] = [];
  const ui = await mount(
    <FindingBody finding={all[0]!} cardKey="finding-1" place={0} all={all} isDraft={false} />,
    {
      workspace: { captures: [capture()] },
      begin: session => session.findings.set(findings),
      api: {
        changeFinding: async (_id, change) => {
          changes.push(change);
          return findings;
        },
      },
    },
  );
  expect(ui.all('button.link').map(each => ui.text(each))).toEqual([
    '→ 2 · The disk is busy',
    '→ 3 · Latency doubles',
    '← 4 · A query is slow',
  ]);
  await ui.click(ui.get('button', 'Remove the link to 2 · The disk is busy'));
  expect(changes).toEqual([{ links: [3] }]);
});
