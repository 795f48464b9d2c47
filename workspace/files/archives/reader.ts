/** Opens members by their position; if they are requested in order, an archive is decompressed once. */
import { FileBytes } from '../bytes.ts';
import { Allowance, type Archive } from './archive.ts';
import type { Member } from './members.ts';
import { type Content, openBytes, openEntry } from './open.ts';

interface Level {
  readonly archive: Archive;
  /** Index of the current entry. */
  at: number;
}

export class MemberReader {
  private path: string | null = null;
  private file: FileBytes | null = null;
  private allowance = new Allowance(0);
  /** The archive on disk, an archive in it, and so on. */
  private levels: Level[] = [];

  /** Opens a file; it is valid until the next is opened. */
  async open({ archive, entries }: Member): Promise<Content> {
    if (archive !== this.path || !this.isAhead(entries)) await this.restart(archive);
    for (let depth = 0; ; depth++) {
      const level = this.levels[depth] as Level;
      const isLast = depth === entries.length - 1;
      if (!isLast && this.levels.length > depth + 1 && level.at === entries[depth]) continue;
      this.levels.length = depth + 1;
      const opened = await this.entry(level, entries[depth] as number);
      if (isLast) {
        if (opened.kind === 'file') return opened.content;
        throw changed(archive);
      }
      if (opened.kind !== 'archive') throw changed(archive);
      this.levels.push({ archive: opened.archive, at: -1 });
    }
  }

  close(): void {
    this.file?.close();
    this.file = null;
    this.path = null;
    this.levels = [];
  }

  private async entry(level: Level, index: number) {
    for (;;) {
      const entry = await level.archive.next();
      if (!entry) throw changed(this.path ?? '');
      level.at = entry.index;
      if (entry.index === index) return openEntry(entry.content, this.allowance);
    }
  }

  /** True if the entry comes after the current entries of the levels. */
  private isAhead(entries: readonly number[]): boolean {
    for (const [depth, { at }] of this.levels.entries()) {
      const wanted = entries[depth] ?? -1;
      if (wanted !== at) return wanted > at;
    }
    return false;
  }

  private async restart(path: string): Promise<void> {
    this.close();
    this.file = FileBytes.open(path);
    this.path = path;
    this.allowance = new Allowance(this.file.size);
    const opened = await openBytes(this.file, this.allowance);
    if (opened.kind !== 'archive') throw changed(path);
    this.levels = [{ archive: opened.archive, at: -1 }];
  }
}

const changed = (path: string): Error => new Error(`${path} was changed while it was read`);
