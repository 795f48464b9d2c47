/** Damages a workspace in 240 ways (200 flipped bits, 40 truncations) and reads its findings back each time. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixture } from '../fixtures/shared.ts';
import { copiesIn } from '../workspace/findings/copies.ts';
import { insertRow } from '../workspace/findings/records.ts';
import { rescueFindings } from '../workspace/findings/rescue.ts';
import { Workspace } from '../workspace/workspace.ts';
import { Random } from './fuzz/random.ts';

const [flips, truncations] = [200, 40];
const count = 20;

async function bench(folder: string): Promise<boolean> {
  const [path, data] = [join(folder, 'case.aftertrace'), join(folder, 'data')];
  const workspace = await Workspace.open(path, { data });
  await workspace.import({ paths: [fixture('samples/cpu-hog')], workers: 0 });
  for (let id = 1; id <= count; id++)
    await workspace.writeFindings(async () => [
      insertRow('finding', {
        ...{ id: String(id), place: String(id), title: `finding ${id}`, text: 'x'.repeat(100 * id) },
        ...{ tags: '[]', links: '[]', marks: '[]', evidence: '[]', created_ns: '1', changed_ns: '2' },
      }),
    ]);
  await workspace.close();
  const whole = readFileSync(path);
  const random = new Random(20261127);
  const readBack = { file: 0, copy: 0 };
  const damages = flips + truncations;
  for (let i = 0; i < damages; i++) {
    const bytes = Buffer.from(whole);
    // One in ten is aimed at the headers.
    const at = random.below(i % 10 === 0 ? 3 * 4096 : bytes.length);
    if (i < flips) bytes[at]! ^= 1 << random.below(8);
    writeFileSync(path, bytes);
    if (i >= flips) truncateSync(path, at);
    const has = async (copies: string | null) =>
      (await rescueFindings(path, copies))?.finding.length === count;
    if (await has(null)) readBack.file++;
    if (await has(copiesIn(data))) readBack.copy++;
  }
  console.log(`${readBack.copy} of ${damages} read back; from the file alone ${readBack.file}`);
  return readBack.copy === damages;
}

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-rescue-'));
bench(folder)
  .then(isWhole => {
    if (!isWhole) process.exitCode = 1;
  })
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
