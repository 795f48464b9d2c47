/**
 * A mutual exclusion lock: two commands that start together in a stale checkout must not install or build at
 * the same time.
 *
 * The lock is a folder (`mkdir` is atomic everywhere) that holds the owner's process id, so that the lock of
 * a killed process can be taken over.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './messages.js';
import { root } from './stale.js';

const buildLock = join(root, 'build', 'lock');
/** @param {string} folder */
const owner = folder => join(folder, 'pid');

/** ms that a lock may exist without an owner's id, which is written right after making the folder. */
const graceMs = 2000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} folder */
function ownerId(folder) {
  try {
    return Number(readFileSync(owner(folder), 'utf8')) || null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @param {string} folder */
async function acquire(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  let ownerless = 0;
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(owner(folder), String(process.pid));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const pid = ownerId(folder);
    ownerless = pid === null ? ownerless + 100 : 0;
    const isLeftBehind = pid === null ? ownerless > graceMs : !isAlive(pid);
    if (isLeftBehind) rmSync(folder, { recursive: true, force: true });
    else await sleep(100);
  }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exclusively(work, folder = buildLock) {
  await acquire(folder);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
