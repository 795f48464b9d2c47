import { afterAll, beforeAll, expect, it } from 'vitest';
import { switched } from '../../fixtures/scheduler.ts';
import { failingDerivation, Scratch } from '../../workspace/import/import.testing.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { owedNotes } from './owed-notes.ts';

const scratch = new Scratch();
let workspace: Workspace;
beforeAll(async () => {
  workspace = await Workspace.open(null, { derivations: [failingDerivation] });
  const path = scratch.file(
    'sched.txt',
    ['10 0 a/1 S b/2', '20 0 b/2 S a/1'].map(line => switched(line)).join(''),
  );
  await workspace.import({ paths: [path], workers: 0 });
});
afterAll(async () => {
  await workspace.close();
  scratch.remove();
});

it('questions that rest on what an import has not made yet say so', async () => {
  const of = async (needs: Parameters<typeof owedNotes>[1], captures: number[] = []) =>
    (await owedNotes(workspace, needs, { captures })).map(({ code, text }) => [code, text]);
  expect(await of(['state'])).toEqual([
    ['not-made-yet', expect.stringMatching(/^sched\.txt is partial \(states not made\): this is done/)],
  ]);
  expect(await of(['metric'])).toEqual([]);
  expect(await of(['state'], [7])).toEqual([]);
});
