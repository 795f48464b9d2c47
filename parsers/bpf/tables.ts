import type { BulkOutput } from '../bulk.ts';
import { Columns } from '../kit/columns/columns.ts';
import { ColumnEvents } from '../kit/columns/events.ts';
import type { BpfClock } from './clock.ts';
import type { Stacks } from './stacks.ts';
import { Sums, sumColumns } from './sums.ts';
import { joined, type Tool, toolOfTable } from './tools.ts';

interface OpenTable {
  readonly header: string;
  readonly tool: Tool;
  readonly columns: Columns;
  /** Set if rows are events; null if they are sums. */
  readonly events: ColumnEvents | null;
  readonly sums: Sums | null;
  /** Column of the time; -1 if there is none. */
  readonly time: number;
  /** A column that is not text: every row has a cell there. -1 if all columns are text. */
  readonly surely: number;
}

/** A row of events that is held back because its stack may follow. */
interface HeldRow {
  readonly table: OpenTable;
  readonly cells: readonly string[];
  readonly ts: number;
  readonly line: number;
  readonly offset: number;
  readonly frames: string[];
}

const maxFrames = 1024;
/** A frame after a row: `tcp_drop+0x1`, `main+0x6d [allocs]`. */
const frame = /^(?:\t| {4})\s*\S.*(?:\+(?:0x[0-9a-f]+|\d+)'?|\[[\w.\-/]+\])$/;

/** The open table, if any: its title line and its rows. */
export class Tables {
  private open: OpenTable | null = null;
  private held: HeldRow | null = null;
  /** Tables by their titles, because tools print the titles again for each interval. */
  private readonly known = new Map<string, OpenTable>();

  constructor(
    private readonly out: BulkOutput,
    private readonly stacks: Stacks,
    private readonly clock: BpfClock,
  ) {}

  /** @param caption line above the titles; empty if there is none */
  begin(header: string, command: string, caption: string): void {
    this.flush();
    const key = `${command}\n${caption}\n${header}`;
    let table = this.known.get(key);
    if (table === undefined) {
      table = this.make(header, toolOfTable(header, command), caption);
      if (this.known.size < 1000) this.known.set(key, table);
    }
    this.open = table;
  }

  close(): void {
    this.flush();
    this.open = null;
  }

  /** @returns true if the line is a row of the open table, or its titles again */
  row(line: string, number: number, offset: number): boolean {
    if (this.held !== null) this.flush();
    const table = this.open;
    if (table === null) return false;
    if (line === table.header) return true;
    const cells = table.columns.cells(line);
    if (cells === null || (table.surely >= 0 && cells[table.surely] === '')) return false;
    const ts = this.timeOf(table, cells);
    if (table.sums !== null) {
      table.sums.write(cells, ts);
      return true;
    }
    this.held = { table, cells, ts: ts ?? this.clock.last, line: number, offset, frames: [] };
    return true;
  }

  /** @returns true if the line is a frame of the row before it */
  frame(line: string): boolean {
    const { held } = this;
    if (held === null || held.frames.length >= maxFrames || !frame.test(line)) return false;
    held.frames.push(line.trim());
    return true;
  }

  flush(): void {
    const { held } = this;
    if (held === null) return;
    this.held = null;
    const { table, cells, ts, line, offset, frames } = held;
    const lines = 1 + frames.length;
    table.events?.write(cells, ts, { line, offset, lines, stack: this.stacks.of(frames) });
  }

  private timeOf({ time, columns, tool }: OpenTable, cells: readonly string[]): number | null {
    if (time < 0) return null;
    const { unit, title } = columns.columns[time]!;
    return this.clock.column(cells[time]!, unit ?? tool.timeUnit ?? null, title);
  }

  private make(header: string, tool: Tool, caption: string): OpenTable {
    const text = joined(header);
    const columns = tool.isSummary ? sumColumns(text, tool.uses) : Columns.of(text, tool.uses);
    const uses = columns.columns.map(({ use }) => use);
    return {
      header,
      tool,
      columns,
      events: tool.isSummary ? null : new ColumnEvents(this.out, columns, tool),
      sums: tool.isSummary ? new Sums(this.out, columns, tool, caption, this.clock) : null,
      time: uses.indexOf('time'),
      surely: uses.findIndex(is => is !== 'text' && is !== 'process'),
    };
  }
}
