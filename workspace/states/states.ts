/**
 * Derives the table `state` from the scheduler events of a recording, once for all formats; and samples of the kind
 * `off-cpu` from waits, if switches have stacks.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { offCpu } from '../../parsers/event-meanings.ts';
import type { RowTable } from '../../parsers/tables.ts';
import type { RowDerivation } from '../derive.ts';
import { TableAppender } from '../store/append.ts';
import { vectorSize } from '../store/chunk.ts';
import { sqlColumns } from '../store/schema.ts';
import { EarlierThreads } from './earlier.ts';
import { CaptureFates } from './fates.ts';
import { Threads, Words } from './interned.ts';
import { type Phase, StateMachine, type States } from './machine.ts';
import { Pieces } from './pieces.ts';
import { areOfLinux, capturesWithSwitches, type Page, readSchedulerEvents, readTogether } from './read.ts';
import { type Piece, recordingsOf } from './recordings.ts';

export const stateDerivation: RowDerivation = {
  table: 'state',
  reads: ['event'],
  async sources(connection, captures) {
    const withSwitches = await capturesWithSwitches(connection);
    const recordings = await recordingsOf(
      connection,
      captures.filter(({ id }) => withSwitches.has(id)),
    );
    return recordings.map(pieces => ({
      captures: pieces.map(({ capture }) => capture),
      from: pieces.map(({ capture, shift }) => `${capture} at ${shift}`).join(', '),
      deriveRows: (writer, reader) => deriveStates(writer, reader, pieces),
    }));
  },
};

async function deriveStates(
  connection: Connection,
  reader: Connection,
  pieces: readonly Piece[],
): Promise<readonly RowTable[]> {
  const captures = pieces.map(({ capture }) => capture).join(', ');
  const deleteStates = () => duckdb.query(connection, `DELETE FROM state WHERE capture IN (${captures})`);
  await deleteStates();
  let recorder = await StateRecorder.begin(connection, pieces);
  const take = (page: Page) => recorder.take(page);
  const [piece, ...others] = pieces;
  if (piece && others.length === 0)
    await readSchedulerEvents(reader, piece.classes, take, async () => {
      await deleteStates();
      recorder = await StateRecorder.begin(connection, pieces);
    });
  else await readTogether(reader, pieces, take);
  await recorder.end();
  await offCpuSamples(connection, captures);
  return ['state', 'sample'];
}

/** Every wait with a stack becomes a sample with the length of the wait as its period. */
async function offCpuSamples(connection: Connection, captures: string): Promise<void> {
  const words = new Words(connection);
  const [waiting, kind] = [words.number('waiting'), words.number(offCpu)];
  const ids = await words.intern();
  await duckdb.query(connection, `DELETE FROM sample WHERE capture IN (${captures}) AND kind = ${ids[kind]}`);
  const waits = `FROM state WHERE capture IN (${captures}) AND state = ${ids[waiting]} AND stack IS NOT NULL`;
  await duckdb.query(
    connection,
    `INSERT INTO sample (capture, ts, cpu, thread, kind, weight, period, stack)
     SELECT capture, ts, cpu, thread, ${ids[kind]}, 1, duration, stack ${waits}`,
  );
}

/** Rows stored together: a row group of DuckDB. */
const blockRows = 122_880;

/** Number of pieces whose states are gathered at once: more pieces overlap if each CPU has its own file. */
const maxBlocks = 8;

class Block {
  rows = 0;
  readonly thread = new Int32Array(blockRows);
  readonly cpu = new Int32Array(blockRows);
  readonly ts = new Float64Array(blockRows);
  readonly duration = new Float64Array(blockRows);
  readonly state = new Int32Array(blockRows);
  readonly reason = new Int32Array(blockRows);
  readonly stack = new Int32Array(blockRows);
  readonly waker = new Int32Array(blockRows);
}

/** Makes the states of a recording. */
class StateRecorder implements States {
  /** Blocks by number of the piece. */
  private readonly blocks = new Map<number, Block>();
  private readonly full: (readonly [piece: number, block: Block])[] = [];
  private readonly stored: Block[] = [];
  private readonly words: Words;
  private readonly fates: CaptureFates;
  private readonly machine: StateMachine;
  private readonly merged: Pieces;
  /** text.id of each phase. */
  private readonly states: readonly number[];

  private constructor(
    private readonly connection: Connection,
    private readonly pieces: readonly Piece[],
    private readonly threads: Threads,
    earlier: EarlierThreads | null,
  ) {
    this.words = new Words(connection);
    this.states = ['', 'running', 'ready', 'waiting', 'unknown'].map(word =>
      word === '' ? -1 : this.words.number(word),
    );
    this.fates = new CaptureFates(this.words);
    this.machine = new StateMachine(this, threads, this.fates, earlier);
    this.merged = new Pieces(pieces, this.machine);
  }

  static async begin(connection: Connection, pieces: readonly Piece[]): Promise<StateRecorder> {
    const classes = pieces.flatMap(piece => piece.classes);
    const hasWakeups = classes.some(({ meaning }) => meaning === 'wakeup');
    const earlier = !hasWakeups && (await areOfLinux(connection, classes)) ? new EarlierThreads() : null;
    return new StateRecorder(connection, pieces, await Threads.of(connection), earlier);
  }

  async take(page: Page): Promise<void> {
    await this.fates.number(this.connection, page);
    if (page.piece) this.merged.take(page.events, page.piece);
    else this.machine.take(page.events);
    if (this.blocks.size > maxBlocks) this.handOver();
    await this.store();
  }

  async end(): Promise<void> {
    this.machine.end();
    this.handOver();
    await this.store();
    await this.threads.store(this.connection);
  }

  add(
    phase: Phase,
    thread: number,
    cpu: number,
    ts: number,
    duration: number,
    reason: number,
    stack: number,
    waker: number,
    piece: number,
  ): void {
    const block = this.blockOf(piece);
    const row = block.rows++;
    block.thread[row] = thread;
    block.cpu[row] = cpu;
    block.ts[row] = ts;
    block.duration[row] = duration;
    block.state[row] = this.states[phase]!;
    block.reason[row] = reason;
    block.stack[row] = stack;
    block.waker[row] = waker;
    if (block.rows < blockRows) return;
    this.full.push([piece, block]);
    this.blocks.delete(piece);
  }

  private blockOf(piece: number): Block {
    let block = this.blocks.get(piece);
    if (!block) {
      block = this.stored.pop() ?? new Block();
      this.blocks.set(piece, block);
    }
    return block;
  }

  private handOver(): void {
    this.full.push(...this.blocks);
    this.blocks.clear();
  }

  private async store(): Promise<void> {
    for (const [piece, block] of this.full.splice(0)) {
      const { capture, shift } = this.pieces[piece]!;
      const words = await this.words.intern();
      const appender = new TableAppender(this.connection, 'state', sqlColumns('state'));
      for (let start = 0; start < block.rows; start += vectorSize) {
        appender.append(Math.min(vectorSize, block.rows - start), chunk => {
          chunk.constant(capture);
          chunk.integers(block.thread, start);
          chunk.integers(block.cpu, start);
          chunk.wides(block.ts, start, -shift);
          chunk.wides(block.duration, start, 0);
          chunk.integers(block.state, start, words);
          chunk.integers(block.reason, start, words);
          chunk.integers(block.stack, start);
          chunk.integers(block.waker, start);
        });
      }
      await appender.flush();
      block.rows = 0;
      this.stored.push(block);
    }
  }
}
