import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { Workspace } from '../workspace.ts';

const folder = temporaryFolder();

const reference =
  '# reference time: 2026-11-21 04:21:24.000000 = 1795234884.000000 (TOD) = 100.000000000 (monotonic)';
const banner = `# ========\n# captured on    : Sat Nov 21 04:22:54 2026\n# clockid: monotonic (1)\n${reference}\n# ========\n#\n`;
const samples = (tids: readonly number[], second: number): string =>
  tids
    .map(tid => `app ${tid}/${tid} [000] ${second}.5: cpu-clock: \n\t401000 main+0x10 (/bin/app)\n\n`)
    .join('');

/** Captures by name, after importing texts of that name. */
async function imported(texts: Readonly<Record<string, string>>) {
  const paths = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const workspace = await Workspace.open(null, { threads: 2 });
  await workspace.import({ paths, workers: 0 });
  const captures = await workspace.captures();
  await workspace.close();
  return new Map(captures.map(capture => [capture.name, capture]));
}

const ids = [11, 12, 13, 14, 15, 16];

describe('alignment by boot', () => {
  it('takes the wall clock of a capture that shows the same threads at the same time', async () => {
    const captures = await imported({
      'known.txt': banner + samples(ids, 101),
      'bare.txt': samples(ids, 101),
    });
    const bare = captures.get('bare.txt')!;
    expect(bare.clock.utcOffset).toBe(captures.get('known.txt')!.clock.utcOffset);
    expect(bare.clock.utcOffset).toBe((1_795_234_884n - 100n) * 1_000_000_000n);
    expect(bare.clockGuess).toBe(true);
    expect(bare.clock.facts).toMatchObject({
      startFrom: 'threads',
      startBy: { id: captures.get('known.txt')!.id },
    });
  });

  it('does not align a capture with other threads, too few common threads, or another time', async () => {
    const others = ids.map(id => id + 100);
    const captures = await imported({
      'known.txt': banner + samples(ids, 101),
      'other-threads.txt': samples(others, 101),
      'few.txt': samples(ids.slice(0, 2), 101),
      'other-time.txt': samples(ids, 5000),
    });
    for (const name of ['other-threads.txt', 'few.txt', 'other-time.txt'])
      expect(captures.get(name)!.clock.utcOffset, name).toBeNull();
  });
});
