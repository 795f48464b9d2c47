import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, imported } from '../../fixtures/samples.ts';
import { event } from '../../fixtures/scheduler.ts';
import { fixture } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Scope } from '../contract.ts';
import { captureFacts } from '../kit/catalog.ts';
import { zeroOf } from '../time/span.ts';
import { durationKinds } from './duration-kinds.ts';
import { type Durations, durationsIn, durationsOf } from './durations.ts';

const shown = ({ took, ts, capture, thread, name }: Durations, at: Iterable<number>) =>
  Array.from(at, i => [capture[i], ts[i], took[i], thread[i], name[i]].join(' ')).sort();

const folder = temporaryFolder();

/** A request every 100 µs, which takes 30 to 250 µs; the last is never completed. */
function requests(): string {
  const lines = Array.from({ length: 40 }, (_, i): [number, string][] => {
    const [at, took] = [1000 + 100 * i, 30 + ((i * 37) % 220)];
    const time = (us: number) => String(us).padStart(6, '0');
    return [
      [at, event(time(at), '0', ['dd', '7'], `block:block_rq_issue: 254,0 WS 4096 () ${8 * i} + 8 [dd]`)],
      ...(i < 39
        ? [
            [
              at + took,
              event(
                time(at + took),
                '1',
                ['swapper', '0'],
                `block:block_rq_complete: 254,0 WS () ${8 * i} + 8 [0]`,
              ),
            ] as [number, string],
          ]
        : []),
    ];
  }).flat();
  const path = join(folder, 'block.txt');
  writeFileSync(
    path,
    lines
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line)
      .join(''),
  );
  return path;
}

describe('durations of a capture that has more of them than fit in memory', () => {
  for (const [how, path] of [
    ['own', fixture('otlp/traces.jsonl')],
    ['disk', requests()],
    ['syscall', fixture('ftrace/raw-syscalls.txt')],
  ] as const)
    describe(how, () => {
      let workspace: Workspace;
      beforeAll(async () => {
        workspace = await imported([path]);
      });
      afterAll(() => workspace.close());

      it('are read for the time in scope only; the user is asked to narrow a scope that has too many', async () => {
        const ask = askOf(workspace);
        const kind = (await durationKinds(ask)).find(each => each.pairing === how)!;
        const captures = await captureFacts(ask);
        const all = await durationsOf(ask, kind, {});
        const begins = all.ts.slice().sort();
        const moment = (share: number) =>
          zeroOf(captures[0]!) + BigInt(begins[Math.floor(share * (begins.length - 1))]!);
        const scope: Scope = { from: moment(0.25), to: moment(0.75) };
        const wanted = await durationsIn(ask, all, scope, captures, null);
        expect(wanted.length).toBeLessThan(all.length);
        const part = await durationsOf(ask, kind, scope, undefined, kind.count - 1);
        expect([part.isPart, part.length]).toEqual([true, wanted.length]);
        expect(shown(part, part.took.keys())).toEqual(shown(all, wanted));
        await expect(durationsOf(ask, kind, scope, undefined, 1)).rejects.toThrow('narrow the time');
      });
    });
});
