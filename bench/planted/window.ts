/** Runs window tests for faults that unit tests did not find, several at once, because each start of the window takes long. */
import { windowTestsOf } from './tests.ts';
import type { Tree } from './tree.ts';

export interface InWindow<P> {
  readonly plant: P;
  readonly tests: readonly string[];
}

/** Faults with the window tests that are named for them; no test is in two items of a batch. */
export function batchesOf<P extends { readonly file: string }>(
  root: string,
  plants: readonly P[],
): InWindow<P>[][] {
  const batches: InWindow<P>[][] = [];
  for (const plant of plants) {
    const tests = windowTestsOf(root, plant.file);
    if (tests.length === 0) continue;
    const free = batches.find(batch => !batch.some(other => other.tests.some(test => tests.includes(test))));
    if (free) free.push({ plant, tests });
    else batches.push([{ plant, tests }]);
  }
  return batches;
}

/** For each item, its first test that fails; null if none does. The faults must be set in `tree`. */
export async function inWindow<P>(
  tree: Tree,
  batch: readonly InWindow<P>[],
  seconds: number,
): Promise<{ readonly plant: P; readonly by: string | null }[]> {
  await tree.build();
  const tests = batch.flatMap(item => item.tests);
  const { found, failures, by } = await tree.test(tests, { projects: ['e2e'], seconds, all: true });
  return batch.map(({ plant, tests: own }) => {
    if (found === 'time') return { plant, by };
    const first = failures.find(({ test }) => own.some(file => test.startsWith(file)));
    return { plant, by: first ? `${first.test}: ${first.message}` : null };
  });
}
