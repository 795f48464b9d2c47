/** The layout of one type of row: the cells of time, thread and CPU, and how the row is stored. */
import { type FieldSchemaId, type None, none, type Output, type TextId } from '../contract.ts';
import { type Column, wellKnownColumns } from './columns.ts';
import { type Field, fieldsOf } from './fields.ts';

/** Types of rows without stacks: a stack at the same time and thread belongs to another row. */
const withoutStack =
  /^(?:Pmc|Stack|[PTI]-|ProfileFreq|FileName|DPC|Interrupt|UnknownEvent|EventTrace|SysConfig|.*-DC(?:Start|End)$)/;

export class Layout {
  readonly kind: TextId;
  /** For events of a provider (`Provider/Task/Opcode`): the provider. */
  readonly component: TextId | None;
  readonly process: number;
  readonly tid: number;
  readonly cpu: number;
  /** A cell in µs; -1 if events of the type have no duration. */
  readonly duration: number;
  /** For rows of a profiler: the cells of the sampled address and function, and the number of samples. */
  readonly sample: { readonly address: number; readonly frame: number; readonly count: number } | null;
  readonly mayHaveStack: boolean;
  /** First cell of the message. */
  readonly firstSaid: number;
  fields: Field[];
  schema: FieldSchemaId | None = none;

  constructor(
    private readonly out: Output,
    readonly name: string,
    readonly columns: readonly Column[],
  ) {
    const find = (pattern: RegExp) => columns.findIndex(column => pattern.test(column.name));
    this.kind = out.string(name);
    const slash = name.indexOf('/');
    const isProvider = slash > 0 && !name.startsWith('UnknownEvent/');
    this.component = isProvider ? out.string(name.slice(0, slash)) : none;
    this.process = columns.findIndex(({ kind }) => kind === 'process');
    this.tid = this.findTid(find(/^(?:Thread ?ID|New TID|TID)$/i));
    this.cpu = find(/^CPU$/i);
    this.duration = isProvider ? -1 : find(/^ElapsedTime$/);
    const address = find(/^PrgrmCtr$/);
    const frame = find(/^Image!Function$/);
    this.sample = address >= 0 && frame >= 0 ? { address, frame, count: find(/^Count$/) } : null;
    this.mayHaveStack = this.tid >= 0 && !withoutStack.test(name);
    const isWho = this.process === 0 || this.tid === 0;
    this.firstSaid = isWho ? Math.max(this.process, this.tid) + 1 : 0;
    const stated = [this.process, this.tid, this.cpu, this.duration].filter(cell => cell >= 0);
    this.fields = fieldsOf(name, columns, new Set(stated));
    this.learnSchema();
  }

  /** The cell after the first process; a row without a process may have a thread id alone. */
  private findTid(found: number): number {
    const { process } = this;
    if (process < 0) return found;
    return found === process + 1 ? found : -1;
  }

  /**
   * For rows with more cells than the header has columns: the columns of a fuller header that begins alike, or
   * unnamed ones.
   */
  widened(cells: number): Layout {
    const known = wellKnownColumns(this.name);
    const isFuller = known.length >= cells && this.columns.every(({ name }, at) => name === known[at]!.name);
    const columns = isFuller ? known : this.columns;
    const more = Array.from({ length: Math.max(0, cells - columns.length) }, (_, at): Column => {
      return { name: `cell ${columns.length + at + 1}`, kind: 'plain' };
    });
    return new Layout(this.out, this.name, [...columns, ...more]);
  }

  /** Changes a field to text, because a row has something other than a number. */
  becomesText(field: number): void {
    const { cell, type } = this.fields[field]!;
    const { unit: _, ...rest } = type;
    this.fields[field] = { cell, take: 'text', type: { ...rest, type: 'text' } };
    this.learnSchema();
  }

  private learnSchema(): void {
    this.schema = this.fields.length === 0 ? none : this.out.fieldSchema(this.fields.map(({ type }) => type));
  }
}
