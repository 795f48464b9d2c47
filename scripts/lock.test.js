import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exclusively } from './lock.js';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'aftertrace-lock-')), 'lock');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

it('a lock has one holder at a time, and is released when the holder fails', async () => {
  /** @type {string[]} */
  const seen = [];
  /** @param {string} name */
  const work = name => async () => {
    seen.push(`${name} in`);
    await sleep(20);
    seen.push(`${name} out`);
    if (name === 'a') throw new Error('a failed');
  };
  const first = exclusively(work('a'), folder);
  const second = exclusively(work('b'), folder);
  await expect(first).rejects.toThrow('a failed');
  await second;
  expect(seen).toEqual(['a in', 'a out', 'b in', 'b out']);
  expect(existsSync(folder)).toBe(false);
});

it('a lock of a process that has ended is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  mkdirSync(folder);
  writeFileSync(join(folder, 'pid'), String(pid));
  expect(await exclusively(async () => 'done', folder)).toBe('done');
});
