/**
 * Landing: stores batches of parsed parts as rows of one capture, in the order of the file.
 *
 * Parts are parsed in parallel but landed one after the other, because line numbers continue from the part before,
 * and the first part decides what times count from. Batches of later parts wait; the parser is notified when they
 * have landed, and pauses while too many of its batches wait (`worker-pool.ts`).
 */
import type { CaptureFacts, Clock } from '../../parsers/contract.ts';
import { mergeFacts } from '../../parsers/kit/facts.ts';
import { type RowTable, rowTables } from '../../parsers/tables.ts';
import {
  type Batch,
  maxExamples,
  type PartFailure,
  type PartSummary,
  type ProblemExample,
  type ProblemTally,
  type RowBlock,
} from '../reading/batch.ts';
import { declaredColumns, hasCaptureInFront, tableOf } from '../store/schema.ts';
import { timeBounds } from '../store/time-bounds.ts';
import { begin } from '../trace.ts';
import { type Catalog, eachChunk, IdMaps } from './catalog.ts';
import { type LandingRows, writeColumn } from './land-column.ts';
import { landMetrics } from './land-metrics.ts';
import type { Loads } from './loads.ts';

interface Waiting {
  readonly batches: { readonly batch: Batch; readonly worker: number; readonly landed: () => void }[];
  summary: PartSummary | null;
}

interface NoteDetails {
  readonly count: number;
  readonly line: number;
  readonly example: string | null;
}

/** Adds `by` ns to the times of the events on the lines `from` to `to`. */
export interface PartMove {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

interface Tally {
  severity: ProblemTally['severity'];
  count: number;
  examples: ProblemExample[];
}

export class Landing {
  size = 0;
  used = 0;
  blank = 0;
  skipped = 0;
  clock: Clock | null = null;
  facts: CaptureFacts = {};
  first = Number.NaN;
  last = Number.NaN;
  /** The failure that stopped reading before the end; null if none did. */
  failure: PartFailure | null = null;
  readonly problems = new Map<string, Tally>();
  readonly rows = Object.fromEntries(rowTables.map(table => [table, 0])) as Record<RowTable, number>;

  /** Number of times and durations that 64 bits cannot hold. */
  impossible = 0;
  private readonly outside = (values: number): void => {
    this.impossible += values;
  };

  /** Index of the part whose turn it is. */
  private head = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly maps = new Map<number, IdMaps>();
  /** Events of later parts whose zero moved after they were written. */
  readonly moves: PartMove[] = [];

  /** Zero of the capture's times. */
  private zero: bigint | null = null;
  private lines = 0;
  /** Number of lists of times stored so far. */
  private times = 0;
  /** Statements that give the capture's rows to the names of threads, once they are stored. */
  names: readonly string[] = [];

  constructor(
    private readonly loads: Loads,
    private readonly catalog: Catalog,
    private readonly capture: number,
  ) {}

  /**
   * Takes a batch. Throws if earlier batches could not be stored. `landed` is called once there is room for
   * more.
   */
  batch(worker: number, batch: Batch, landed: () => void): void {
    this.waitingOf(batch.part).batches.push({ batch, worker, landed });
    this.advance();
  }

  summary(summary: PartSummary): void {
    this.waitingOf(summary.part).summary = summary;
    this.advance();
  }

  /** Writes the interned rows, after the last batch. */
  end(): void {
    this.catalog.write(this.loads.appender);
    this.names = this.catalog.placeholders.statements(this.capture);
    this.catalog.placeholders.clear();
  }

  get rowCount(): number {
    return Object.values(this.rows).reduce((sum, rows) => sum + rows, 0);
  }

  /** A landing of the same file without rows: everything counts as skipped. */
  emptied(): Landing {
    const empty = new Landing(this.loads, this.catalog, this.capture);
    empty.size = empty.skipped = this.size;
    empty.failure = this.failure;
    empty.facts = this.facts;
    for (const [code, tally] of this.problems) empty.problems.set(code, tally);
    return empty;
  }

  /** Records a problem of the whole file. */
  note(
    code: string,
    severity: ProblemTally['severity'],
    message: string,
    { count = 1, line = -1, example = null }: Partial<NoteDetails> = {},
  ): void {
    const examples = [{ line, offset: 0, message, example }];
    this.problems.set(code, { severity, count, examples });
  }

  private waitingOf(part: number): Waiting {
    let waiting = this.waiting.get(part);
    if (!waiting) {
      waiting = { batches: [], summary: null };
      this.waiting.set(part, waiting);
    }
    return waiting;
  }

  private advance(): void {
    for (;;) {
      const turn = this.waiting.get(this.head);
      if (!turn) return;
      for (const { batch, worker, landed } of turn.batches.splice(0)) {
        if (!this.failure) {
          const endTrace = begin('import', 'land a batch', { bytes: batch.bytes });
          this.land(batch, worker);
          endTrace();
        }
        this.loads.add(batch, landed);
      }
      if (!turn.summary) return;
      this.conclude(turn.summary);
      this.waiting.delete(this.head++);
    }
  }

  private land(batch: Batch, worker: number): void {
    // Waiting rows still need the old maps, so a parser that starts its ids again gets new ones.
    let maps = batch.reset ? undefined : this.maps.get(worker);
    if (!maps) {
      maps = new IdMaps();
      this.maps.set(worker, maps);
    }
    this.catalog.merge(this.capture, batch.interned, maps);
    const uninterned = this.catalog.writeUninterned(batch.interned.uninterned, this.loads.appender);
    this.zero ??= batch.zero;
    const shift = this.shift(batch.zero);
    const { capture, lines, outside } = this;
    const times = { shift, bounds: timeBounds(this.zero), outside };
    for (const block of batch.blocks) this.write(block, { ...times, lines, maps, uninterned });
    const { appender } = this.loads;
    for (const block of batch.metrics) {
      const known = this.times;
      this.times = landMetrics(block, { ...times, appender, capture, series: maps.series.ids, known });
      this.rows.metric += block.values.values.length;
    }
  }

  private shift(zero: bigint | null): number {
    return zero === null || this.zero === null ? 0 : Number(zero - this.zero);
  }

  private write(block: RowBlock, context: LandingRows): void {
    const types = Object.values(declaredColumns(block.table)).map(({ type }) => type);
    const appender = this.loads.appender(block.table);
    const offsets = types.map(() => 0);
    const hasCapture = hasCaptureInFront(block.table);
    eachChunk(block.rows, (start, rows) => {
      appender.append(rows, chunk => {
        if (hasCapture) chunk.constant(this.capture);
        types.forEach((type, c) => {
          const data = block.columns[c] ?? null;
          offsets[c] = writeColumn(chunk, type, data, { start, offset: offsets[c] as number }, context);
        });
      });
    });
    this.rows[tableOf(block.table)] += block.rows;
  }

  private conclude(part: PartSummary): void {
    this.size += part.size;
    if (this.failure) {
      // Discarded, because an earlier part could not be trusted to its end.
      this.skipped += part.size;
      this.lines += part.lines;
      return;
    }
    this.used += part.used;
    this.blank += part.blank;
    this.skipped += part.skipped;
    this.facts = mergeFacts(this.facts, part.facts);
    this.addClock(part);
    for (const problem of part.problems) this.addProblem(problem, part.offset);
    if (part.failure) {
      this.failure = {
        ...part.failure,
        line: part.failure.line < 0 ? -1 : part.failure.line + this.lines,
        offset: part.failure.offset + part.offset,
      };
      this.skipped += part.size - part.used - part.blank - part.skipped;
    }
    this.lines += part.lines;
  }

  private addClock({ clock, zero, first, last, lines }: PartSummary): void {
    if (!clock || zero === null) return;
    const by = clock.zero - zero;
    // The capture's zero is that of its first part, so if it moves, no row has to.
    if (!this.clock) this.zero = clock.zero;
    else if (by !== 0n) this.moves.push({ from: this.lines + 1, to: this.lines + lines, by: Number(by) });
    const shift = this.shift(clock.zero);
    if (!Number.isNaN(first) && !(first + shift >= this.first)) this.first = first + shift;
    if (!Number.isNaN(last) && !(last + shift <= this.last)) this.last = last + shift;
    // Later parts may know more; an aligned clock is better than an unaligned one.
    if (!this.clock || (this.clock.utcOffset === null && clock.utcOffset !== null))
      this.clock = { ...clock, zero: this.zero ?? clock.zero };
    else if (isOfLaterEnd(clock, this.clock)) this.clock = { ...this.clock, utcOffset: clock.utcOffset };
    // A time without a zone, among times that state theirs, may first occur in a later part.
    else if (clock.domain === 'utc' && this.clock.domain === 'utc' && clock.zoneFrom !== 'stated')
      this.clock = { ...clock, zero: this.clock.zero };
    if (this.clock.domain === clock.domain) return;
    this.note('clock-changed', 'warning', 'The clock changes within the file.');
  }

  private addProblem({ code, severity, count, examples }: ProblemTally, offset: number): void {
    let tally = this.problems.get(code);
    if (!tally) {
      tally = { severity, count: 0, examples: [] };
      this.problems.set(code, tally);
    }
    tally.count += count;
    for (const example of examples.slice(0, maxExamples - tally.examples.length))
      tally.examples.push({
        ...example,
        line: example.line < 0 ? -1 : example.line + this.lines,
        offset: example.offset + offset,
      });
  }
}

/**
 * True if both clocks are derived from the last sample, and this one from a later sample: each part knows its own
 * last sample, and the file's is the latest.
 */
function isOfLaterEnd({ source, utcOffset }: Clock, than: Clock): boolean {
  if (source !== 'captured-on' || than.source !== 'captured-on') return false;
  return utcOffset !== null && than.utcOffset !== null && utcOffset < than.utcOffset;
}
