import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../fixtures/shared.ts';
import { FileBytes } from './files/bytes.ts';
import { endsOf } from './import/known.ts';
import { maxRaw, readRaw } from './raw.ts';
import type { CaptureRecord } from './store/captures.ts';

it('finds bytes far into a compressed file, and shows no more than the limit', async () => {
  const path = fixture('samples/cpu-hog/cpu.perf.txt.zst');
  const { size } = statSync(path);
  const capture = {
    path,
    name: 'cpu',
    bytes: size,
    sha256: null,
    ...endsOf(FileBytes.open(path), size),
  } as CaptureRecord;
  const all = Buffer.from(await bytesOf(path));
  for (const near of [0, 3 << 20, all.length - 2000]) {
    const offset = all.indexOf(0x0a, near) + 1;
    const end = all.indexOf(0x0a, all.indexOf(0x0a, offset) + 1);
    const found = await readRaw(capture, offset, 2);
    expect(Buffer.from(found.bytes).toString()).toBe(all.subarray(offset, end).toString());
    expect(found.isCut).toBe(false);
  }
  const long = await readRaw(capture, 0, 1e9);
  expect([long.bytes.length, long.isCut]).toEqual([maxRaw, true]);
});
