/** Limits the samples and slices that a flame chart holds in memory. */

import type { Ask, Note, Scope } from '../../contract.ts';
import { amountOf, capitalized, counted } from '../../kit/answer.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { note } from '../../kit/notes.ts';

/** Maximum number of samples, and of slices, of the threads of one chart: 200 MB and 320 MB. */
export const mostHeld = 16_000_000;

/** Longest time that a sample lasts: profilers take one more often. */
const longestHold = 1_000_000_000n;

export interface Part {
  /** Only these rows are held; `{}` if all are, null if none. */
  readonly part: Pick<Scope, 'from' | 'to'> | null;
  readonly notes: readonly Note[];
}

/**
 * All rows of the threads, so that no zoom reads them again; of more than `most`, those of the time that is shown.
 *
 * @param count number of rows in a part
 */
export async function partHeld(
  ask: Ask,
  table: 'sample' | 'event',
  shown: Pick<Scope, 'from' | 'to'>,
  most: number,
  count: (part: Pick<Scope, 'from' | 'to'>) => Promise<number>,
): Promise<Part> {
  const rows = (await captureFacts(ask)).reduce((sum, capture) => sum + (capture.rows[table] ?? 0), 0);
  if (rows <= most || (await count({})) <= most) return { part: {}, notes: [] };
  const { from, to } = shown;
  const part = {
    ...(from !== undefined && { from: from - longestHold }),
    ...(to !== undefined && { to }),
  };
  const inPart = await count(part);
  if (inPart <= most) return { part, notes: [] };
  const what = table === 'sample' ? 'samples' : 'slices';
  return {
    part: null,
    notes: [
      note(
        `too-many-${what}`,
        `${capitalized(what)} are left out: these threads have ${amountOf(inPart, what)} in this time, and at most ${counted(most)} are held in memory. Narrow the time, or choose fewer threads.`,
        { [what]: inPart, most },
        { option: 'threads', does: 'changes how many are shown' },
      ),
    ],
  };
}
