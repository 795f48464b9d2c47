/**
 * Names functions that a capture knows only by address, from symbol files (`sources.ts`). Captures are not read
 * again.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { readColumns } from '../database/results.ts';
import { turn } from '../files/breathe.ts';
import type { Cancel } from '../query.ts';
import { nextFreeId } from '../store/removed.ts';
import { fromHalves, halvesOf } from '../store/unsigned.ts';

/** Number of names per statement, which then has some MB. */
const maxNames = 100_000;
/** Number of functions that are looked up, and their names demangled, before a cancel gets its turn. */
const breath = 1000;
const separator = '\u001f';

/** True if there may be a function without a name in a module of a known build, or, if the user names files, in any module. */
export async function lacksSymbols(connection: Connection, isAnyBuild: boolean): Promise<boolean> {
  const result = await readColumns(
    connection,
    `SELECT 1::INTEGER AS n FROM frame WHERE ${isAnyBuild ? 'address' : 'build'} IS NOT NULL LIMIT 1`,
  );
  return result.length > 0;
}

/** Functions of a module that got their names from a file only because it has the name of the module. */
export interface SymbolGuess {
  readonly module: string;
  readonly file: string;
  readonly functions: number;
}

/**
 * @param paths of folders, files and archives with symbols
 * @param onGuess called for each module whose build was not recorded, and that got names from a file among `paths`
 * @returns the number of functions that got a name
 */
export async function resolveSymbols(
  connection: Connection,
  paths: readonly string[],
  onGuess?: (guess: SymbolGuess) => void,
  cancel?: Cancel,
): Promise<number> {
  const modules = await readColumns(
    connection,
    `SELECT DISTINCT f.symbol::INTEGER AS symbol, f.module::INTEGER AS module, m.value AS name, f.build::INTEGER AS build, b.value AS id
     FROM frame f JOIN text m ON m.id = f.module LEFT JOIN text b ON b.id = f.build JOIN text s ON s.id = f.symbol
     WHERE s.value = '[unknown]'`,
  );
  const { SymbolSources } = await import('./sources.ts');
  const [moduleNames, ids] = [modules.texts('name'), modules.texts('id')];
  const named = new Set(moduleNames.filter(name => name !== null));
  const builds = new Set(ids.filter(id => id !== null));
  const unbuilt = new Set(
    moduleNames.filter((name, row): name is string => name !== null && ids[row] === null),
  );
  const sources = await SymbolSources.open(paths, builds, named, unbuilt, cancel);
  const names = new NameWriter(connection);
  for (let row = 0; row < modules.length; row++) {
    await turn(cancel);
    const [name, id] = [moduleNames[row] ?? '', ids[row] ?? null];
    const guess = id === null ? sources.guessOf(name) : null;
    const find = guess?.find ?? sources.symbolsOf(name, id);
    if (find === null) continue;
    let functions = 0;
    const frames = await readColumns(
      connection,
      `SELECT f.id::INTEGER AS id, ${halvesOf('address')}, ${halvesOf('offset')}
       FROM (SELECT id, address, "offset" FROM frame
             WHERE symbol = ? AND module = ? AND build IS NOT DISTINCT FROM ?) f`,
      [
        modules.ints('symbol')[row]!,
        modules.ints('module')[row]!,
        id === null ? null : modules.ints('build')[row]!,
      ],
    );
    const [addresses, offsets] = [fromHalves(frames, 'address'), fromHalves(frames, 'offset')];
    for (const [at, frame] of frames.ints('id').entries()) {
      if (at % breath === breath - 1) await turn(cancel);
      const found = find(offsets.has[at] ? offsets.values[at]! : null, addresses.values[at]!);
      if (found === null) continue;
      functions++;
      await names.add(frame, found);
    }
    if (guess && functions > 0) onGuess?.({ module: name, file: guess.path, functions });
  }
  await names.flush();
  return names.count;
}

/** Writes names of functions, those of many modules in one statement. */
class NameWriter {
  /** Number of names written. */
  count = 0;
  private frames: number[] = [];
  private names: string[] = [];

  constructor(private readonly connection: Connection) {}

  async add(frame: number, name: string): Promise<void> {
    this.frames.push(frame);
    // Names never contain the separator.
    this.names.push(name.replaceAll(separator, '\ufffd'));
    if (this.frames.length === maxNames) await this.flush();
  }

  async flush(): Promise<void> {
    const { frames, names } = this;
    if (frames.length === 0) return;
    [this.frames, this.names] = [[], []];
    this.count += frames.length;
    await write(this.connection, frames, names);
  }
}

async function write(
  connection: Connection,
  frames: readonly number[],
  names: readonly string[],
): Promise<void> {
  await readColumns(
    connection,
    `CREATE OR REPLACE TEMP TABLE named AS
     SELECT unnest(string_split(?, chr(31)))::INTEGER AS frame, unnest(string_split(?, chr(31))) AS name`,
    [frames.join(separator), names.join(separator)],
  );
  const isKnown = 'SELECT value FROM text WHERE not_interned IS NOT TRUE';
  await duckdb.query(
    connection,
    `INSERT INTO text (id, value, not_interned)
     SELECT ${nextFreeId('text', 0)} + row_number() OVER () - 1, name, false
     FROM (SELECT DISTINCT name FROM named WHERE name NOT IN (${isKnown}))`,
  );
  await duckdb.query(
    connection,
    `UPDATE frame SET symbol = t.id FROM named n JOIN text t ON t.value = n.name AND t.not_interned IS NOT TRUE
     WHERE frame.id = n.frame; DROP TABLE named`,
  );
}
