/** The passes that follow the rows of an import, each owed until it is made: see `store/owed.ts`. */

import { alignments } from './align/align.ts';
import { fitAlignments } from './align/fit/fits.ts';
import { zoneAlignments } from './align/zone.ts';
import { keepDrift, orphans } from './clock-changes.ts';
import { faultPoints } from './fault-points.ts';
import type { Held } from './held.ts';
import type { Cancel, Query } from './query.ts';
import type { CaptureRecord } from './store/captures.ts';
import { type PassId, paid, passes, readOwed } from './store/owed.ts';
import { createKindViews } from './store/views.ts';

/** Who is told what a pass does. */
export interface Tell {
  /** What is being done. */
  status(what: string): void;
  /** A sentence about what was left out. */
  remark(sentence: string): void;
}

/** Passes that need the open file. */
export interface Makers {
  nameFunctions(folders: readonly string[]): Promise<unknown>;
  derive(captures: readonly CaptureRecord[], changed: readonly CaptureRecord[]): Promise<void>;
}

/** Makes the passes that imports owe, until it is cancelled. */
export async function payOwed(
  held: Held,
  makers: Makers,
  tell: Tell,
  cancel: Cancel | undefined,
): Promise<void> {
  const all = await readOwed(held);
  const captures = (pass: PassId) => [
    ...new Set(all.filter(each => each.pass === pass).map(each => each.capture)),
  ];
  /** Statements that mark passes as made. They wait for the next change, because a commit waits for the disk. */
  const settled: string[] = [];
  const make = async (
    pass: PassId,
    work: () => Promise<readonly string[]>,
    owing = captures(pass),
  ): Promise<void> => {
    if (owing.length === 0 || cancel?.aborted) return;
    tell.status(passes[pass].doing);
    faultPoints.reached(`pass ${pass} begins`);
    const statements = await work();
    settled.push(paid(pass, owing));
    if (statements.length > 0) await held.transaction([...statements, ...settled.splice(0)]);
    faultPoints.reached(`pass ${pass} ends`);
  };
  try {
    await make('zones', async () => zoneAlignments(await held.captures()));
    await make('starts', async () => alignments(cancellable(held, cancel), await held.captures()));
    await make('fits', async () => {
      const owing = new Set(captures('fits'));
      const { statements, leftOut } = await fitAlignments(
        cancellable(held, cancel),
        await held.captures(),
        ({ id }) => owing.has(id),
        (done, total, { name }) => tell.status(`comparing clocks, ${done + 1} of ${total} (${name})`),
        cancel,
      );
      if (leftOut > 0) tell.remark(notCompared(leftOut));
      return statements;
    });
    await make('drift', async () => {
      for (const { capture, pass, detail } of all)
        if (pass === 'drift') await keepDrift(held, await held.captureById(capture), Number(detail));
      return [];
    });
    await make('orphans', () => orphans(held));
    await make('symbols', async () => {
      const owing = all.filter(({ pass }) => pass === 'symbols');
      const folders = owing.flatMap(({ detail }) => JSON.parse(detail ?? '[]') as string[]);
      await makers.nameFunctions([...new Set(folders)]);
      return [];
    });
    const records = await held.captures();
    const changed = records.filter(({ id }) => captures('templates').includes(id));
    let views = '';
    const derived = async () => {
      // In parallel: both are a few small queries whose time goes into planning.
      const [derived, viewed] = await Promise.allSettled([
        makers.derive(records, changed),
        captures('views').length > 0 ? createKindViews(held) : '',
      ]);
      for (const outcome of [derived, viewed]) if (outcome.status === 'rejected') throw outcome.reason;
      if (viewed.status === 'fulfilled') views = viewed.value;
      return [];
    };
    // Of all captures, because a clock that was fitted to a new one can change which are pieces of one recording.
    await make('states', derived, [...new Set(all.map(({ capture }) => capture))]);
    await make('templates', async () => []);
    await make('views', async () => [views]);
  } catch (error) {
    if (!cancel?.aborted) throw error;
  } finally {
    await held.transaction(settled);
  }
}

/** A query that ends when `cancel` fires, and gives a cancel its turn before each statement. */
function cancellable(query: Query, cancel: Cancel | undefined): Query {
  if (!cancel) return query;
  return {
    columns: async (sql, params) => {
      await new Promise(setImmediate);
      return query.columns(sql, params, cancel);
    },
    table: (sql, options) => query.table(sql, { ...options, cancel }),
  };
}

const notCompared = (pairs: number): string =>
  `So many captures were read that ${pairs} pairs of them were not compared to place those without a clock in time: if the place of one is missing, fit it with aftertrace clock WORKSPACE fit --capture ID --with ID --apply.`;
