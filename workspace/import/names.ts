/** Assigns unique ids and names to the captures of an import. */
import { basename, dirname } from 'node:path';
import type { Connection } from '@duckdb/node-bindings';
import { readColumns } from '../database/results.ts';
import { nextFreeId } from '../store/removed.ts';

export class CaptureNames {
  private constructor(
    private next: number,
    private readonly usedNames: Set<string | null>,
    private readonly repeated: ReadonlySet<string>,
  ) {}

  /** @param paths of the files of an import: if some have one name in several folders, the captures of all of them have the folder in their names */
  static async load(connection: Connection, paths: readonly string[]): Promise<CaptureNames> {
    const ids = await readColumns(connection, `SELECT ${nextFreeId('capture', 1)} AS id`);
    const names = await readColumns(connection, 'SELECT name FROM capture');
    return new CaptureNames(ids.ints('id')[0] as number, new Set(names.texts('name')), repeatedIn(paths));
  }

  /** Id of the next capture; unchanged until `add`. */
  get nextId(): number {
    return this.next;
  }

  freeName(path: string): string {
    return freeName(this.usedNames, path, this.repeated.has(basename(path)));
  }

  /** Must be called after the capture was inserted under `name`. */
  add(name: string): void {
    this.usedNames.add(name);
    this.next++;
  }
}

function repeatedIn(paths: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(paths.map(path => basename(path)).filter(base => seen.size === seen.add(base).size));
}

/** Archives that their users know as one recording. */
const recording = /\.diagsession$/i;

/** The base name; behind that of the recording that an archive is: `slow.diagsession/cpu.etl`. */
function baseOf(path: string): string {
  const archive = path
    .split(/[\\/]/)
    .slice(0, -1)
    .find(folder => recording.test(folder));
  return archive === undefined ? basename(path) : `${archive}/${basename(path)}`;
}

/** The base name; with its folder if another capture has that name, or if it is one of several, and with a number if that is taken as well. */
export function freeName(taken: ReadonlySet<string | null>, path: string, isRepeated = false): string {
  const base = baseOf(path);
  if (!taken.has(base) && !isRepeated) return base;
  const longer = base === basename(path) ? `${basename(dirname(path))}/${base}` : base;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? longer : `${longer} (${n})`;
    if (!taken.has(candidate)) return candidate;
  }
}
