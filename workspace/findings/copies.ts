/**
 * A second copy of the findings and settings of each workspace, in a folder of the user: a workspace can be damaged, and
 * its captures can be imported again, but findings cannot. It is never beside the file, which may be shared.
 *
 * A copy is one file, named by the workspace's id and the file's path. Its first line has the checksum of the rest:
 * DuckDB's own is an exclusive or of words, which does not notice that two were exchanged.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOutput } from '../database/outputs.ts';
import type { Query } from '../query.ts';
import { text } from '../store/schema.ts';
import { type EvidenceRow, type FindingRow, readRows } from './records.ts';

/** What is kept: findings with their evidence, but not what can be undone, and the settings of the window. */
export interface KeptFindings {
  /** When they were last changed, ms since 1970. */
  readonly changed: number;
  readonly finding: readonly FindingRow[];
  readonly evidence: readonly EvidenceRow[];
  /** Rows of the table `workspace`. */
  readonly settings: readonly (readonly [key: string, value: string])[];
}

export interface FindingsCopy extends KeptFindings {
  /** The id of the workspace, and the path of its file. */
  readonly id: string;
  readonly path: string;
}

/** Limits of the folder: beyond them, the copies that were changed longest ago are removed. */
const maxCopies = 500;
const maxBytes = 2 ** 30;

const extension = '.findings';
const changedKey = 'findings changed';

/** Condition on `key` for the rows of the table `workspace` that are kept. */
export const keptSettings = `(starts_with(key, 'kept ') OR key IN ('findings summary', 'last finding', 'last evidence', ${text(changedKey)}))`;

/** Statements that record the time of a change. */
export const markChanged = (now = Date.now()): readonly string[] => [
  `DELETE FROM workspace WHERE key = ${text(changedKey)}`,
  `INSERT INTO workspace VALUES (${text(changedKey)}, '${now}')`,
];

/** @throws if a table is missing or damaged */
export async function readKept(query: Pick<Query, 'columns'>): Promise<KeptFindings> {
  const all = query as Query;
  const rows = await query.columns(`SELECT key, value FROM workspace WHERE ${keptSettings} ORDER BY key`);
  const values = rows.texts('value');
  const settings = rows.texts('key').map((key, row) => [key ?? '', values[row] ?? ''] as const);
  const changed = Number(settings.find(([key]) => key === changedKey)?.[1] ?? 0);
  const finding = await readRows(all, 'finding', ['id']);
  const evidence = await readRows(all, 'evidence', ['id']);
  return { changed, finding, evidence, settings };
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** Writes the copies of one open workspace, one at a time, the last state last. */
export class FindingsCopies {
  private writing: Promise<void> | null = null;
  private isStale = false;
  private file: string | null = null;

  constructor(
    private readonly folder: string,
    private readonly read: () => Promise<FindingsCopy>,
  ) {}

  /** To be called after each change. */
  changed(): void {
    this.isStale = true;
    this.writing ??= this.write().finally(() => {
      this.writing = null;
    });
  }

  async settled(): Promise<void> {
    await this.writing;
  }

  /** Removes the copy of a workspace that was thrown away. */
  forget(): void {
    if (this.file) rmSync(this.file, { force: true });
    this.file = null;
  }

  private async write(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      try {
        const former = this.file;
        this.file = await writeCopy(this.folder, await this.read());
        // Saved under another name: an unsaved workspace leaves no copy.
        if (former && former !== this.file) rmSync(former, { force: true });
      } catch {
        // The workspace itself has been written: only the second copy is missing.
      }
    }
  }
}

/** Returns the path of the copy. */
export async function writeCopy(folder: string, copy: FindingsCopy): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${copy.id}-${hashOf(copy.path).slice(0, 12)}${extension}`);
  const body = JSON.stringify(copy);
  const content = `aftertrace findings 1 ${hashOf(body)}\n${body}`;
  await writeOutput(file, part => writeFile(part, content, { mode: 0o600 }));
  bound(folder);
  return file;
}

/** null if it is damaged. */
function readCopy(file: string): FindingsCopy | null {
  try {
    const content = readFileSync(file, 'utf8');
    const end = content.indexOf('\n');
    const body = content.slice(end + 1);
    if (content.slice(0, end) !== `aftertrace findings 1 ${hashOf(body)}`) return null;
    return JSON.parse(body) as FindingsCopy;
  } catch {
    return null;
  }
}

/** The copies of a file: those with its path and, if it is known, its id. The latest first. */
export function copiesOf(folder: string, path: string, id: string | null): readonly FindingsCopy[] {
  if (!existsSync(folder)) return [];
  const byPath = `-${hashOf(path).slice(0, 12)}${extension}`;
  return readdirSync(folder)
    .filter(name => name.endsWith(byPath) || (id !== null && name.startsWith(`${id}-`)))
    .flatMap(name => readCopy(join(folder, name)) ?? [])
    .sort((a, b) => b.changed - a.changed);
}

/**
 * Says that a workspace lacks changes that its copy has, or that one of both is damaged; null if neither is so. A log
 * that ends early is merged by DuckDB up to there, without a word.
 */
export function doubtOf(findings: FindingsCopy, folder: string): string | null {
  const { id, path } = findings;
  const copy = copiesOf(folder, path, id).find(each => each.id === id && each.path === path);
  if (!copy || copy.changed < findings.changed) return null;
  const rescue = `aftertrace rescue ${path} takes those of the copy into a new workspace.`;
  if (copy.changed > findings.changed)
    return `${path} lacks changes of its findings that their second copy has, of ${new Date(copy.changed).toISOString()}: its log ended early, or the file is an older one. ${rescue}`;
  return hasSame(copy, findings)
    ? null
    : `The findings in ${path} differ from their second copy, of the same time: a part of the file is damaged. ${rescue}`;
}

export function hasSame(one: KeptFindings, other: KeptFindings): boolean {
  const content = ({ finding, evidence, settings }: KeptFindings) =>
    JSON.stringify([finding, evidence, settings]);
  return content(one) === content(other);
}

function bound(folder: string): void {
  const copies = readdirSync(folder)
    .map(name => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return { path, bytes: stat?.size ?? 0, changed: stat?.mtimeMs ?? 0 };
    })
    .sort((a, b) => b.changed - a.changed);
  let bytes = 0;
  for (const [index, copy] of copies.entries()) {
    bytes += copy.bytes;
    if (index >= maxCopies || (index > 0 && bytes > maxBytes)) rmSync(copy.path, { force: true });
  }
}

/** Where copies are, in the folder of the application's data. */
export const copiesIn = (data: string): string => join(data, 'findings');
