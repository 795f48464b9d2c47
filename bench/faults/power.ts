/** What a failure of power leaves of a folder, from what `preload.c` kept of it. */
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Names or contents may have reached the disk although they were not synced, because a system writes them when it
 * likes: each of these is possible.
 */
export const losses = ['names and contents', 'contents', 'names'] as const;
export type Loss = (typeof losses)[number];

const isFolder = (path: string): boolean => lstatSync(path).isDirectory();
const inodeOf = (path: string): string => String(lstatSync(path).ino);

/** Records all of a folder as safe. */
export function keepAll(folder: string, synced: string): void {
  rmSync(synced, { recursive: true, force: true });
  mkdirSync(synced);
  const keep = (path: string): void => {
    if (!isFolder(path)) {
      cpSync(path, join(synced, inodeOf(path)));
      return;
    }
    const names = readdirSync(path);
    const lines = names.map(name => `${inodeOf(join(path, name))} ${name}\n`);
    writeFileSync(join(synced, `${inodeOf(path)}.names`), lines.join(''));
    for (const name of names) keep(join(path, name));
  };
  keep(folder);
}

/** Writes to `to` what is left of `folder` after `lost` was lost, wherever it was not synced. */
export function afterPowerCut(folder: string, synced: string, lost: Loss, to: string): void {
  /** Where each inode is now: in the folder, or under another link if it was removed. */
  const now = new Map<string, string>();
  const find = (path: string): void => {
    now.set(inodeOf(path), path);
    if (isFolder(path)) for (const name of readdirSync(path)) find(join(path, name));
  };
  for (const name of readdirSync(synced)) if (name.startsWith('removed-')) find(join(synced, name));
  find(folder);
  const restore = (inode: string, target: string): void => {
    const current = now.get(inode)!;
    if (isFolder(current)) {
      mkdirSync(target);
      for (const [child, name] of namesIn(inode, current)) restore(child, join(target, name));
      return;
    }
    const kept = join(synced, inode);
    if (lost === 'names') linkSync(current, target);
    else if (existsSync(kept)) linkSync(kept, target);
    else writeFileSync(target, '');
  };
  const namesIn = (inode: string, current: string): (readonly [string, string])[] => {
    if (lost === 'contents') return readdirSync(current).map(name => [inodeOf(join(current, name)), name]);
    const kept = join(synced, `${inode}.names`);
    if (!existsSync(kept)) return [];
    return readFileSync(kept, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  };
  restore(inodeOf(folder), to);
}
