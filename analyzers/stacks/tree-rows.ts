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

/** Rows by the million: one typed array per column, all of one length, which doubles when they are full. */
export class TreeRows {
  private rows = 0;
  /** Function of the row, or -1 - the place of its name in `roots`. */
  private func = new Int32Array(1024);
  private parent = new Int32Array(1024);
  private depth = new Int32Array(1024);
  private self = new Float64Array(1024);
  private total = new Float64Array(1024);
  private readonly roots: { readonly name: string; readonly what: string }[] = [];
  /** What was left out for being too small, of rows whose caller is shown. */
  private small = 0;
  private smallRows = 0;

  constructor(private readonly functions: Functions) {}

  /** Gives the row's id. `parent` 0 is none. */
  add(parent: number, depth: number, func: number, self: number, total: number): number {
    const row = this.rows++;
    if (row === this.func.length) this.grow();
    this.func[row] = func;
    this.parent[row] = parent;
    this.depth[row] = depth;
    this.self[row] = self;
    this.total[row] = total;
    return row + 1;
  }

  /** A root that is no function: a process. */
  addRoot(name: string, what: string, total: number): number {
    return this.add(0, 0, -this.roots.push({ name, what }), 0, total);
  }

  /** Counts a subtree that is too small to show. */
  leaveOut(total: number): void {
    this.small += total;
    this.smallRows++;
  }

  answer({ notes = [], whole }: AnswerExtras & { whole: { amount: number; unit: string } }): Answer {
    const { rows, functions, roots } = this;
    const total = this.total.slice(0, rows);
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
        ...this.ids(),
        depth: new Float64Array(this.depth.subarray(0, rows)),
        function: this.texts(
          functions.name,
          functions.names,
          roots.map(root => root.name),
        ),
        module: this.texts(
          functions.module,
          functions.modules,
          roots.map(root => root.what),
        ),
        self: this.self.slice(0, rows),
        total,
        percent: percents(total, whole.amount),
      },
      { notes: [...notes, ...left], whole },
    );
  }

  // Plain loops: `map` with a function takes three times as long, which shows at half a million rows.

  private ids(): { id: Float64Array; parent: Float64Array } {
    const id = new Float64Array(this.rows);
    const parent = new Float64Array(this.rows);
    for (let row = 0; row < this.rows; row++) {
      id[row] = row + 1;
      parent[row] = this.parent[row]! || Number.NaN;
    }
    return { id, parent };
  }

  /** Texts of the functions, and behind them those of the roots. */
  private texts(of: Int32Array, ofFunctions: readonly string[], ofRoots: readonly string[]): Texts {
    const index = new Int32Array(this.rows);
    for (let row = 0; row < this.rows; row++) {
      const func = this.func[row]!;
      index[row] = func >= 0 ? of[func]! : ofFunctions.length - 1 - func;
    }
    return { index, values: ofRoots.length > 0 ? [...ofFunctions, ...ofRoots] : ofFunctions };
  }

  private grow(): void {
    this.func = doubled(this.func, Int32Array);
    this.parent = doubled(this.parent, Int32Array);
    this.depth = doubled(this.depth, Int32Array);
    this.self = doubled(this.self, Float64Array);
    this.total = doubled(this.total, Float64Array);
  }
}

function doubled<T extends Int32Array | Float64Array>(column: T, type: new (length: number) => T): T {
  const larger = new type(2 * column.length);
  larger.set(column);
  return larger;
}
