/** Rows of a tree answer as they are found, callers before what is under them. */
import { type AnswerExtras, amountOf, answer, percents, withUnit } from '../answer.ts';
import * as column from '../columns.ts';
import { type Answer, type AnswerColumn, AskError, type Texts } from '../contract.ts';
import type { Functions } from './functions.ts';

export const treeColumns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'integer', about: 'Row number from 1, callers before what is under them.' },
  { name: 'parent', kind: 'integer', about: 'Id of the row above; null at a root.' },
  { name: 'depth', kind: 'integer', about: '0 at a root.' },
  column.func,
  column.module,
  column.self,
  column.total,
  column.percent,
];

export const treeParams = {
  depth: { type: 'number', about: 'How many levels; 0 is all of them.', default: 0, min: 0 },
  'min-percent': {
    type: 'number',
    about: 'Leaves out what has a smaller share of all samples in scope.',
    default: 0,
    min: 0,
    max: 100,
  },
  under: {
    type: 'text',
    about:
      'Only what is under this path: a JSON array of [function, module] pairs from a root down. The rows start at its children.',
  },
} as const;

/** How far a tree answer goes. */
export interface Limits {
  readonly levels: number;
  /** Least weight of a row. */
  readonly least: number;
}

export function limits(params: { depth: number; 'min-percent': number }, whole: number): Limits {
  return { levels: params.depth > 0 ? params.depth : Infinity, least: (params['min-percent'] / 100) * whole };
}

/** Functions from a root down, as [function, module]. */
export type Path = readonly (readonly [string, string])[];

/** `[["main", "/bin/a"], …]` */
export function pathOf(under: string | undefined): Path {
  if (under === undefined) return [];
  const isPair = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every(name => typeof name === 'string');
  const path = parsed(under);
  if (Array.isArray(path) && path.every(isPair)) return path as Path;
  throw new AskError(
    'bad-parameter',
    `under must be a JSON array of [function, module] pairs, and not ${under.slice(0, 80)}.`,
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export class TreeRows {
  private readonly names: Column;
  private readonly modules: Column;
  private readonly parent = new Numbers();
  private readonly depth = new Numbers();
  private readonly self = new Numbers();
  private readonly total = new Numbers();
  /** Weight of what was left out for being too small, of rows whose caller is shown. */
  private small = 0;
  private smallRows = 0;

  constructor(private readonly functions: Functions) {
    this.names = new Column(functions.names);
    this.modules = new Column(functions.modules);
  }

  /** Gives the row's id. `parent` 0 is none. */
  add(parent: number, depth: number, func: number, self: number, total: number): number {
    this.names.add(this.functions.name[func]!);
    this.modules.add(this.functions.module[func]!);
    return this.addNumbers(parent, depth, self, total);
  }

  /** A root that is no function: a process. */
  addRoot(name: string, what: string, total: number): number {
    this.names.addNew(name);
    this.modules.addNew(what);
    return this.addNumbers(0, 0, 0, total);
  }

  private addNumbers(parent: number, depth: number, self: number, total: number): number {
    this.parent.add(parent === 0 ? Number.NaN : parent);
    this.depth.add(depth);
    this.self.add(self);
    this.total.add(total);
    return this.parent.length;
  }

  /** Counts a subtree that is too small to show. */
  leaveOut(total: number): void {
    this.small += total;
    this.smallRows++;
  }

  answer({ notes = [], whole }: AnswerExtras & { whole: { amount: number; unit: string } }): Answer {
    const rows = this.parent.length;
    const total = this.total.values();
    const left =
      this.smallRows > 0
        ? [
            `Under the least share, and left out: ${amountOf(this.smallRows, 'branches')} (${amountOf(this.small, whole.unit)}).`,
          ]
        : [];
    return answer(
      withUnit(treeColumns, whole.unit),
      rows,
      {
        id: Float64Array.from({ length: rows }, (_, row) => row + 1),
        parent: this.parent.values(),
        depth: this.depth.values(),
        function: this.names.texts(),
        module: this.modules.texts(),
        self: this.self.values(),
        total,
        percent: percents(total, whole.amount),
      },
      { notes: [...notes, ...left], whole },
    );
  }
}

/** Numbers by the million: a typed array that grows. */
class Numbers {
  length = 0;
  private held = new Float64Array(1024);

  add(value: number): void {
    if (this.length === this.held.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.held);
      this.held = larger;
    }
    this.held[this.length++] = value;
  }

  values(): Float64Array {
    return this.held.slice(0, this.length);
  }
}

/** Names by index into those of the functions, and a few more behind them. */
class Column {
  private readonly index = new Numbers();
  private readonly more: string[] = [];

  constructor(private readonly known: readonly string[]) {}

  add(name: number): void {
    this.index.add(name);
  }

  addNew(name: string): void {
    const at = this.more.indexOf(name);
    this.index.add(this.known.length + (at < 0 ? this.more.push(name) - 1 : at));
  }

  texts(): Texts {
    const values = this.more.length > 0 ? [...this.known, ...this.more] : this.known;
    return { index: Int32Array.from(this.index.values()), values };
  }
}
