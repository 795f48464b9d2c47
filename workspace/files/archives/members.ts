/** Walks the files of an archive, and of archives within it, for an import. */
import { extname } from 'node:path';
import { DamagedInputError } from '../damaged-input.ts';
import type { FoundFile } from '../discover.ts';
import type { ImportFailure } from '../failure.ts';
import type { Head } from '../files.ts';
import { type Allowance, type Archive, ArchiveLimitError, harmless } from './archive.ts';
import { type Content, type Opened, openEntry } from './open.ts';

/** Position of a file in an archive. */
export interface Member {
  /** Path of the archive on disk. */
  readonly archive: string;
  /** Index of the entry in the archive, then in each archive within it. */
  readonly entries: readonly number[];
}

export interface FoundMember extends FoundFile {
  readonly member: Member;
  readonly archive: FoundFile;
  readonly content: Content;
  readonly head: Head;
  /** Positions of the files that continue this one; `bytes` is then the size of all. */
  readonly rest?: readonly Member[];
}

/** Deeper nesting is no intended archive. */
const maxDepth = 4;
const maxEntries = 100_000;

/** The files in order, each valid until the next is requested, and failures of those that cannot be read. */
export async function* membersIn(
  file: FoundFile,
  archive: Archive,
  allowance: Allowance,
): AsyncGenerator<FoundMember | ImportFailure> {
  const walk = new Walk(file, allowance);
  try {
    yield* walk.entries(file.path, archive, []);
    if (walk.filesFound === 0)
      yield file.only === undefined
        ? { path: file.path, code: 'empty', message: `${file.path} holds no files.` }
        : { path: file.only, code: 'not-found', message: `${file.only} is not in ${file.path} any more.` };
  } catch (error) {
    if (!(error instanceof ArchiveLimitError)) throw error;
    yield {
      path: file.path,
      code: 'too-large',
      message: `${file.path} was not read to its end. ${error.message}`,
    };
  }
}

class Walk {
  /** Yields files, or failures. */
  filesFound = 0;
  private met = 0;

  constructor(
    private readonly file: FoundFile,
    private readonly allowance: Allowance,
  ) {}

  async *entries(
    path: string,
    archive: Archive,
    above: readonly number[],
  ): AsyncGenerator<FoundMember | ImportFailure> {
    const names = new Names();
    for (;;) {
      try {
        const entry = await archive.next();
        if (!entry) return;
        if (++this.met > maxEntries)
          throw new ArchiveLimitError(
            `It holds more than ${maxEntries} files: extract it, and open one of its folders.`,
          );
        const name = names.unique(harmless(entry.name));
        const inside = `${path}/${name}`;
        if (isHidden(name) || !this.isWanted(inside)) continue;
        this.filesFound++;
        const opened = await openEntry(entry.content, this.allowance);
        const { size, modified } = entry;
        yield* this.opened(opened, [...above, entry.index], {
          path: inside,
          bytes: size,
          modified: modified ?? this.file.modified,
          named: false,
        });
      } catch (error) {
        if (!(error instanceof DamagedInputError) || error instanceof ArchiveLimitError) throw error;
        this.filesFound++;
        yield { path, code: 'damaged', message: `${path} was not read to its end. ${error.message}` };
        return;
      }
    }
  }

  private async *opened(
    opened: Opened,
    entries: readonly number[],
    file: FoundFile,
  ): AsyncGenerator<FoundMember | ImportFailure> {
    const { path } = file;
    const refused = (why: string): ImportFailure => ({ path, code: 'refused', message: `${path} ${why}` });
    if (opened.kind === 'refused') yield refused(opened.why);
    else if (opened.kind === 'file') {
      const { content, head } = opened;
      const member = { archive: this.file.path, entries };
      yield { ...file, member, archive: this.file, content, head };
    } else if (entries.length >= maxDepth)
      yield refused(`is an archive nested in ${maxDepth} others: extract the outer one first.`);
    else yield* this.entries(path, opened.archive, entries);
  }

  private isWanted(path: string): boolean {
    const { only } = this.file;
    return only === undefined || path === only || path.startsWith(`${only}/`) || only.startsWith(`${path}/`);
  }
}

/** Hidden files, as in folders, and the files that macOS adds to archives. */
const isHidden = (name: string): boolean =>
  name.split('/').some(part => (part.startsWith('.') && part !== '..') || part === '__MACOSX');

/** An archive may hold files of the same name: later ones are numbered. */
class Names {
  private readonly counts = new Map<string, number>();

  unique(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    if (count === 1) return name;
    const extension = extname(name);
    return this.unique(`${name.slice(0, name.length - extension.length)} (${count})${extension}`);
  }
}
