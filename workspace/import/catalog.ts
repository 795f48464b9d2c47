/**
 * The workspace's interned tables while an import runs: every text, frame, stack, thread and field schema by its
 * content, and the appenders that write new ones. When a capture fails, its additions are undone here as in the
 * database.
 */
import type { Connection } from '@duckdb/node-bindings';
import { type Meaning, none } from '../../parsers/contract.ts';
import { ByteTable, grown, hashOf, TupleTable } from '../../parsers/kit/intern.ts';
import type { InternedTable } from '../../parsers/tables.ts';
import { readColumns } from '../database/results.ts';
import type { Interned } from '../reading/batch.ts';
import { SeriesTable, seriesWidth } from '../reading/series-table.ts';
import type { TableAppender } from '../store/append.ts';
import { vectorSize } from '../store/chunk.ts';
import type { TextColumn } from '../store/column-data.ts';
import { nextFreeId } from '../store/removed.ts';
import { name } from '../store/schema.ts';
import { fromHalves, halvesOf } from '../store/unsigned.ts';
import { Placeholders } from './placeholders.ts';

/** Maps a parser's ids to the workspace's, per table. */
export class IdMaps {
  readonly text = new IdMap();
  readonly address = new IdMap();
  readonly frame = new IdMap();
  readonly stack = new IdMap();
  readonly thread = new IdMap();
  readonly series = new IdMap();
  readonly meaning = new IdMap();
  readonly field_schema = new IdMap();
  readonly event_class = new IdMap();
}

export class IdMap {
  count = 0;
  ids = new Int32Array(256);

  push(id: number): void {
    if (this.count === this.ids.length) this.ids = grown(this.ids, this.count + 1);
    this.ids[this.count++] = id;
  }

  /** -1 stays -1. */
  get(local: number): number {
    return local < 0 ? -1 : (this.ids[local] as number);
  }
}

/** Number of rows per table, and number of texts that can be looked up. */
type Counts = Record<InternedTable | 'event_class' | 'address' | 'listed', number>;

type Appenders = (table: InternedTable | 'event_class') => TableAppender;

const encoder = new TextEncoder();

/** Symbol of a function whose name readers do not know. */
const unknownSymbol = '[unknown]';

/** A meaning of series, with the texts of its name and its attributes. */
interface StoredMeaning extends Pick<Meaning, 'factor' | 'addend'> {
  readonly name: number;
  readonly attributes: number;
}

export class Catalog {
  private readonly texts = new ByteTable();
  /** Ids of the texts in `texts`; texts that are not interned take ids in between. */
  private readonly textIds = new IdMap();
  private textCount = 0;
  /** Addresses and offsets of frames: low and high half. */
  private readonly addresses = new TupleTable(2);
  private readonly frames = new TupleTable(6);
  private readonly stacks = new TupleTable(2);
  private readonly threads = new TupleTable(3);
  private readonly schemas = new Map<string, number>();
  private depths = new Int32Array(1024);
  /** Series of the capture that are not yet written; the first has the id `seriesCount`. They are never shared between captures. */
  private series = new SeriesTable();
  private seriesCount = 0;
  /** Meanings of these series, by their JSON. */
  private meanings = new Map<string, number>();
  private storedMeanings: StoredMeaning[] = [];
  /** The capture being read. */
  private capture = 0;
  /** Its threads that have no name of their own. */
  readonly placeholders = new Placeholders();
  /** Classes of the capture that are not yet written; the first has the id `classCount`. */
  private classes = new TupleTable(6);
  private classCount = 0;
  private written: Counts = {
    text: 0,
    listed: 0,
    address: 0,
    frame: 0,
    stack: 0,
    thread: 0,
    series: 0,
    field_schema: 0,
    event_class: 0,
  };

  /** Loads the workspace's tables. */
  static async load(connection: Connection): Promise<Catalog> {
    const catalog = new Catalog();
    const read = (columns: string, table: InternedTable) =>
      readColumns(connection, `SELECT ${columns} FROM ${name(table)} ORDER BY id`);
    const texts = await readColumns(
      connection,
      'SELECT id, value FROM text WHERE not_interned IS NOT TRUE ORDER BY id',
    );
    for (let i = 0; i < texts.length; i++) {
      const bytes = encoder.encode(texts.texts('value')[i] ?? '');
      catalog.texts.intern(bytes, 0, bytes.length);
      catalog.textIds.push(at(texts.ints('id'), i));
    }
    catalog.textCount = await countOf(connection, 'text');
    const columns = `symbol, module, ${halvesOf('address')}, ${halvesOf('offset')}, build`;
    const frames = await read(columns, 'frame');
    const addresses = (column: string) => {
      const { values, has } = fromHalves(frames, column);
      const halves = new Int32Array(values.buffer);
      return (i: number) =>
        has[i] ? catalog.addresses.intern(at(halves, 2 * i), at(halves, 2 * i + 1)) : none;
    };
    const [addressAt, offsetAt] = [addresses('address'), addresses('offset')];
    const builds = frames.ints('build');
    const unknown = builds.some(build => build >= 0) ? catalog.text(unknownSymbol) : none;
    for (let i = 0; i < frames.length; i++)
      catalog.frames.intern(
        // A symbol that was resolved later counts as unknown here, so that the next capture finds the same frame.
        at(builds, i) >= 0 ? unknown : at(frames.ints('symbol'), i),
        at(frames.ints('module'), i),
        addressAt(i),
        offsetAt(i),
        at(builds, i),
      );
    const stacks = await read('parent, frame', 'stack');
    const [parents, leaves] = [stacks.ints('parent'), stacks.ints('frame')];
    for (let i = 0; i < stacks.length; i++) catalog.stack(at(parents, i), at(leaves, i));
    const threads = await read('process, pid, tid', 'thread');
    for (let i = 0; i < threads.length; i++)
      catalog.threads.intern(
        at(threads.ints('process'), i),
        at(threads.ints('pid'), i),
        at(threads.ints('tid'), i),
      );
    for (const keys of (await read('keys', 'field_schema')).texts('keys')) catalog.fieldSchema(keys ?? '[]');
    catalog.seriesCount = await countOf(connection, 'series');
    catalog.classCount = await countOf(connection, 'event_class');
    catalog.written = catalog.counts;
    return catalog;
  }

  get counts(): Counts {
    return {
      text: this.textCount,
      listed: this.texts.count,
      address: this.addresses.count,
      frame: this.frames.count,
      stack: this.stacks.count,
      thread: this.threads.count,
      series: this.seriesCount + this.series.count,
      field_schema: this.schemas.size,
      event_class: this.classCount + this.classes.count,
    };
  }

  /** Restores the state in which {@link counts} returned `counts`. */
  undo(counts: Counts): void {
    this.texts.truncate(counts.listed);
    this.textIds.count = counts.listed;
    this.textCount = counts.text;
    this.addresses.truncate(counts.address);
    this.frames.truncate(counts.frame);
    this.stacks.truncate(counts.stack);
    this.threads.truncate(counts.thread);
    for (const [keys, id] of [...this.schemas]) if (id >= counts.field_schema) this.schemas.delete(keys);
    this.classes = new TupleTable(6);
    this.classCount = counts.event_class;
    this.seriesCount = counts.series;
    this.forgetSeries();
    this.placeholders.clear();
    this.written = counts;
  }

  /** Merges the rows that a parser has interned since its last batch, parents before children. */
  merge(capture: number, interned: Interned, maps: IdMaps): void {
    this.capture = capture;
    let end = 0;
    for (const length of interned.text.lengths) {
      const start = end;
      end += length;
      maps.text.push(this.intern(interned.text.bytes, start, end));
    }
    const { address, frame, stack, thread, event_class: classes } = interned;
    for (let i = 0; i < address.length; i += 2)
      maps.address.push(this.addresses.intern(at(address, i), at(address, i + 1)));
    for (let i = 0; i < frame.length; i += 6)
      maps.frame.push(
        this.frames.intern(
          maps.text.get(at(frame, i)),
          maps.text.get(at(frame, i + 1)),
          maps.address.get(at(frame, i + 2)),
          maps.address.get(at(frame, i + 3)),
          maps.text.get(at(frame, i + 4)),
        ),
      );
    for (let i = 0; i < stack.length; i += 2)
      maps.stack.push(this.stack(maps.stack.get(at(stack, i)), maps.frame.get(at(stack, i + 1))));
    for (let i = 0; i < thread.length; i += 3) {
      const [process, pid, tid] = [maps.text.get(at(thread, i)), at(thread, i + 1), at(thread, i + 2)];
      const id = this.threads.intern(process, pid, tid);
      maps.thread.push(id);
      if (process >= 0 && tid > 0) this.placeholders.add(id, pid, tid, process === this.find(`:${tid}`));
    }
    for (const meaning of interned.meaning) maps.meaning.push(this.meaning(meaning));
    this.mergeSeries(interned.series, maps);
    for (const keys of interned.field_schema) maps.field_schema.push(this.fieldSchema(keys));
    for (let i = 0; i < classes.length; i += 6)
      maps.event_class.push(
        this.classCount +
          this.classes.intern(
            maps.text.get(at(classes, i)),
            maps.text.get(at(classes, i + 1)),
            maps.text.get(at(classes, i + 2)),
            maps.text.get(at(classes, i + 3)),
            maps.field_schema.get(at(classes, i + 4)),
            at(classes, i + 5),
          ),
      );
  }

  /** Writes new rows. Must be called before the capture's rows are committed. */
  write(appenders: Appenders): void {
    const { written } = this;
    this.writeTexts(appenders);
    this.writeThreads(appenders);
    this.writeClasses(appenders);
    this.writeStacks(appenders);
    this.writeFrames(appenders);
    this.writeSeries(appenders);
    const schemas = [...this.schemas.keys()].slice(written.field_schema);
    eachChunk(schemas.length, (start, rows) => {
      appenders('field_schema').append(rows, chunk => {
        chunk.sequence(written.field_schema + start);
        chunk.texts(textColumn(schemas.slice(start, start + rows)), 0, 0);
      });
    });
    this.written = this.counts;
  }

  private text(value: string): number {
    const bytes = encoder.encode(value);
    return this.intern(bytes, 0, bytes.length);
  }

  /** Id of a text; -1 if no row has it. */
  private find(value: string): number {
    const bytes = encoder.encode(value);
    const index = this.texts.find(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length));
    return index < 0 ? -1 : this.textIds.get(index);
  }

  private intern(bytes: Uint8Array, start: number, end: number): number {
    const index = this.texts.intern(bytes, start, end);
    if (index === this.textIds.count) this.textIds.push(this.textCount++);
    return this.textIds.get(index);
  }

  /** Writes texts that are not interned, under the ids from the one returned. */
  writeUninterned(column: TextColumn, appenders: Appenders): number {
    const first = this.textCount;
    this.textCount += column.lengths.length;
    let offset = 0;
    eachChunk(column.lengths.length, (start, rows) => {
      appenders('text').append(rows, chunk => {
        chunk.sequence(first + start);
        offset = chunk.texts(column, start, offset);
        chunk.flag(true);
      });
    });
    return first;
  }

  private stack(parent: number, frame: number): number {
    const id = this.stacks.intern(parent, frame);
    if (id >= this.depths.length) this.depths = grown(this.depths, id + 1);
    this.depths[id] = parent < 0 ? 0 : at(this.depths, parent) + 1;
    return id;
  }

  private fieldSchema(keys: string): number {
    const known = this.schemas.get(keys);
    if (known !== undefined) return known;
    const id = this.schemas.size;
    this.schemas.set(keys, id);
    return id;
  }

  private mergeSeries(rows: Int32Array, maps: IdMaps): void {
    for (let i = 0; i < rows.length; i += seriesWidth) {
      const text = (column: number) => maps.text.get(at(rows, i + column));
      const ids = {
        host: text(0),
        object: text(1),
        instance: text(2),
        counter: text(3),
        unit: text(4),
        cumulative: at(rows, i + 5),
        thread: maps.thread.get(at(rows, i + 6)),
      };
      const id = this.series.intern(ids, () => maps.meaning.get(at(rows, i + 7)));
      maps.series.push(this.seriesCount + id);
    }
  }

  private meaning(meaning: Meaning): number {
    const all = JSON.stringify(meaning);
    const known = this.meanings.get(all);
    if (known !== undefined) return known;
    this.meanings.set(all, this.storedMeanings.length);
    const { name: meant, attributes, factor, addend } = meaning;
    const texts = { name: this.text(meant), attributes: this.text(JSON.stringify(attributes)) };
    return this.storedMeanings.push({ ...texts, factor, addend }) - 1;
  }

  private forgetSeries(): void {
    this.series = new SeriesTable();
    this.meanings.clear();
    this.storedMeanings = [];
  }

  private writeTexts(appenders: Appenders): void {
    const first = this.written.listed;
    const column = this.texts.since(first);
    let offset = 0;
    eachChunk(column.lengths.length, (start, rows) => {
      appenders('text').append(rows, chunk => {
        chunk.integers(this.textIds.ids, first + start);
        offset = chunk.texts(column, start, offset);
        chunk.flag(false);
      });
    });
  }

  private writeFrames(appenders: Appenders): void {
    const first = this.written.frame;
    const tuples = this.frames.since(first);
    const addresses = this.addresses.since(0);
    eachChunk(tuples.length / 6, (start, rows) => {
      appenders('frame').append(rows, chunk => {
        chunk.sequence(first + start);
        chunk.tuples(tuples, start, 6, 2);
        chunk.words(addresses, tuples, start * 6 + 2, 6);
        chunk.words(addresses, tuples, start * 6 + 3, 6);
        chunk.tuples(tuples.subarray(4), start, 6, 1);
      });
    });
  }

  private writeStacks(appenders: Appenders): void {
    const first = this.written.stack;
    const tuples = this.stacks.since(first);
    eachChunk(tuples.length / 2, (start, rows) => {
      appenders('stack').append(rows, chunk => {
        chunk.sequence(first + start);
        chunk.tuples(tuples, start, 2);
        chunk.integers(this.depths, first + start);
      });
    });
  }

  private writeThreads(appenders: Appenders): void {
    const first = this.written.thread;
    const tuples = this.threads.since(first);
    eachChunk(tuples.length / 3, (start, rows) => {
      appenders('thread').append(rows, chunk => {
        chunk.sequence(first + start);
        chunk.tuples(tuples, start, 3);
      });
    });
  }

  private writeClasses(appenders: Appenders): void {
    const first = this.classCount;
    const { capture } = this;
    const tuples = this.classes.since(0);
    const { count } = this.classes;
    const record = (row: number) => at(tuples, row * 6 + 5);
    const lines = Int32Array.from({ length: count }, (_, row) => record(row) >> 1);
    const differs = Uint8Array.from({ length: count }, (_, row) => record(row) & 1);
    eachChunk(count, (start, rows) => {
      appenders('event_class').append(rows, chunk => {
        chunk.sequence(first + start);
        chunk.constant(capture);
        chunk.tuples(tuples, start, 6, 5);
        chunk.integers(lines, start);
        chunk.flags(differs, start);
      });
    });
    this.classCount += this.classes.count;
    this.classes = new TupleTable(6);
  }

  private writeSeries(appenders: Appenders): void {
    const first = this.seriesCount;
    const { capture, storedMeanings } = this;
    const rows = this.series.since(0);
    const { count } = this.series;
    const column = (of: number) => (_: unknown, row: number) => at(rows, row * seriesWidth + of);
    const cumulative = Uint8Array.from({ length: count }, column(5));
    const threads = Int32Array.from({ length: count }, column(6));
    const meant = Int32Array.from({ length: count }, column(7));
    const names = Int32Array.from(storedMeanings, meaning => meaning.name);
    const attributes = Int32Array.from(storedMeanings, meaning => meaning.attributes);
    const factors = Float64Array.from(meant, id => storedMeanings[id]?.factor ?? Number.NaN);
    const addends = Float64Array.from(meant, id => storedMeanings[id]?.addend ?? Number.NaN);
    eachChunk(count, (start, length) => {
      appenders('series').append(length, chunk => {
        chunk.sequence(first + start);
        chunk.constant(capture);
        chunk.tuples(rows, start, seriesWidth, 5);
        chunk.flags(cumulative, start);
        chunk.integers(meant, start, names);
        chunk.integers(meant, start, attributes);
        chunk.doubles(factors, start);
        chunk.doubles(addends, start);
        chunk.integers(threads, start);
      });
    });
    this.seriesCount += count;
    this.forgetSeries();
  }
}

function textColumn(values: readonly string[]) {
  const encoded = values.map(value => encoder.encode(value));
  const lengths = Int32Array.from(encoded, bytes => bytes.length);
  const bytes = new Uint8Array(encoded.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of encoded) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return { bytes, lengths };
}

export function eachChunk(rows: number, write: (start: number, rows: number) => void): void {
  for (let start = 0; start < rows; start += vectorSize) write(start, Math.min(vectorSize, rows - start));
}

async function countOf(connection: Connection, table: InternedTable | 'event_class'): Promise<number> {
  const result = await readColumns(connection, `SELECT ${nextFreeId(table, 0)} AS n`);
  return at(result.ints('n'), 0);
}

function at(array: Int32Array, i: number): number {
  return array[i] as number;
}
