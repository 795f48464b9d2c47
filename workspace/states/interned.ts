/**
 * Texts and threads that a derivation adds to those of the workspace. Equal ones are stored once, because imports
 * rely on that.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { grown } from '../../parsers/kit/intern.ts';
import { readColumns } from '../database/results.ts';
import { text } from '../store/schema.ts';

/** Texts, numbered locally until they are in the workspace. */
export class Words {
  private readonly numbers = new Map<string, number>();
  private readonly values: string[] = [];
  private ids = new Int32Array(64);
  /** How many of them have an id. */
  private interned = 0;

  constructor(private readonly connection: Connection) {}

  number(text: string): number {
    // SQL texts end at a NUL.
    const value = text.replaceAll('\0', ' ');
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.numbers.set(value, number);
    }
    return number;
  }

  /** text.id of each number, so far. */
  async intern(): Promise<Int32Array> {
    const { values, connection } = this;
    if (values.length > this.ids.length) this.ids = grown(this.ids, values.length);
    const added = values.slice(this.interned);
    if (added.length === 0) return this.ids;
    const result = await readColumns(
      connection,
      `SELECT id::INTEGER AS id, value FROM text WHERE value IN (${added.map(text).join(', ')}) AND not_interned IS NOT TRUE`,
    );
    const known = new Map(
      result.texts('value').map((value, row) => [value, result.ints('id')[row] as number]),
    );
    let next = await countOf(connection, 'text');
    for (const value of added) {
      let id = known.get(value);
      if (id === undefined) {
        id = next++;
        await duckdb.query(
          connection,
          `INSERT INTO text (id, value, not_interned) VALUES (${id}, ${text(value)}, false)`,
        );
      }
      this.ids[this.interned++] = id;
    }
    return this.ids;
  }
}

/** All threads of the workspace, and those that the derivation adds. */
export class Threads {
  private readonly ids = new Map<string, number>();
  private readonly tids: number[] = [];
  private added: string[] = [];

  static async of(connection: Connection): Promise<Threads> {
    const threads = new Threads();
    const result = await readColumns(
      connection,
      'SELECT process::INTEGER AS process, pid::INTEGER AS pid, tid::INTEGER AS tid FROM thread ORDER BY id',
    );
    const [process, pid, tid] = [result.ints('process'), result.ints('pid'), result.ints('tid')];
    for (let id = 0; id < result.length; id++) threads.push(process[id]!, pid[id]!, tid[id]!);
    return threads;
  }

  tidOf(thread: number): number {
    return this.tids[thread] ?? -1;
  }

  make(process: number, pid: number, tid: number): number {
    const known = this.ids.get(`${process} ${pid} ${tid}`);
    if (known !== undefined) return known;
    const id = this.push(process, pid, tid);
    const value = (number: number) => (number < 0 ? 'NULL' : number);
    this.added.push(`(${id}, ${value(process)}, ${value(pid)}, ${value(tid)})`);
    return id;
  }

  async store(connection: Connection): Promise<void> {
    const added = this.added.splice(0);
    if (added.length > 0)
      await duckdb.query(connection, `INSERT INTO thread (id, process, pid, tid) VALUES ${added.join(', ')}`);
  }

  private push(process: number, pid: number, tid: number): number {
    const id = this.tids.push(tid) - 1;
    this.ids.set(`${process} ${pid} ${tid}`, id);
    return id;
  }
}

async function countOf(connection: Connection, table: 'text'): Promise<number> {
  return (await readColumns(connection, `SELECT count(*)::INTEGER AS n FROM ${table}`)).ints(
    'n',
  )[0] as number;
}
