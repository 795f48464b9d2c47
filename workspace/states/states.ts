/**
 * The table `state` from the scheduler events of a capture, once for all formats; and the time that threads waited as samples of the
 * kind `off-cpu`, where switches have stacks.
 */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { offCpu } from '../../parsers/event-meanings.ts';
import type { RowDerivation } from '../derive.ts';
import { TableAppender } from '../import/append.ts';
import { vectorSize } from '../import/chunk.ts';
import { readColumns } from '../results.ts';
import { sqlColumns } from '../schema.ts';
import { CaptureFates } from './fates.ts';
import { Threads, Words } from './interned.ts';
import { type Phase, StateMachine, type States } from './machine.ts';
import { capturesWithSwitches, type Page, readSchedulerEvents, schedulerClasses } from './read.ts';

export const stateDerivation: RowDerivation = {
  table: 'state',
  reads: ['event'],
  sources: capturesWithSwitches,
  async deriveRows(connection, capture, reader) {
    const classes = await schedulerClasses(connection, capture);
    let making = await Making.begin(connection, capture);
    await readSchedulerEvents(
      reader,
      classes,
      page => making.take(page),
      async () => {
        await duckdb.query(connection, `DELETE FROM state WHERE capture = ${capture}`);
        making = await Making.begin(connection, capture);
      },
    );
    await making.end();
    return (await offCpuSamples(connection, capture)) ? ['state', 'sample'] : ['state'];
  },
};

/** Every wait that has a stack is a sample that stands for its time. */
async function offCpuSamples(connection: Connection, capture: number): Promise<boolean> {
  const words = new Words(connection);
  const [waiting, kind] = [words.number('waiting'), words.number(offCpu)];
  const ids = await words.intern();
  const waits = `FROM state WHERE capture = ${capture} AND state = ${ids[waiting]} AND stack IS NOT NULL`;
  const found = await readColumns(connection, `SELECT count(*)::INTEGER AS n ${waits}`);
  if (found.ints('n')[0] === 0) return false;
  await duckdb.query(
    connection,
    `INSERT INTO sample (capture, ts, cpu, thread, kind, weight, period, stack)
     SELECT capture, ts, cpu, thread, ${ids[kind]}, 1, duration, stack ${waits}`,
  );
  return true;
}

/** Rows that are stored together: a row group of DuckDB. */
const blockRows = 122_880;

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

/** Makes the states of one capture. */
class Making implements States {
  private block = new Block();
  private readonly full: Block[] = [];
  private readonly stored: Block[] = [];
  private readonly words: Words;
  private readonly fates: CaptureFates;
  private readonly machine: StateMachine;
  /** The word of each phase. */
  private readonly states: readonly number[];

  private constructor(
    private readonly connection: Connection,
    private readonly capture: number,
    private readonly threads: Threads,
  ) {
    this.words = new Words(connection);
    this.states = ['', 'running', 'ready', 'waiting', 'unknown'].map(word =>
      word === '' ? -1 : this.words.number(word),
    );
    this.fates = new CaptureFates(this.words);
    this.machine = new StateMachine(this, threads, this.fates);
  }

  static async begin(connection: Connection, capture: number): Promise<Making> {
    return new Making(connection, capture, await Threads.of(connection));
  }

  async take(page: Page): Promise<void> {
    await this.fates.number(this.connection, page);
    this.machine.take(page.events);
    await this.store();
  }

  async end(): Promise<void> {
    this.machine.end();
    this.full.push(this.block);
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
  ): void {
    const { block } = this;
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
    this.full.push(block);
    this.block = this.stored.pop() ?? new Block();
  }

  private async store(): Promise<void> {
    for (const block of this.full.splice(0)) {
      const words = await this.words.intern();
      const appender = new TableAppender(this.connection, 'state', sqlColumns('state'));
      for (let start = 0; start < block.rows; start += vectorSize) {
        appender.append(Math.min(vectorSize, block.rows - start), chunk => {
          chunk.constant(this.capture);
          chunk.integers(block.thread, start);
          chunk.integers(block.cpu, start);
          chunk.wides(block.ts, start, 0);
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
