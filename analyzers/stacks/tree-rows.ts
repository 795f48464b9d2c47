/** Rows of a tree answer as they are found, callers before what is under them. */
import { type AnswerExtras, amountOf, answer, percents, withUnit } from '../answer.ts';
import * as column from '../columns.ts';
import { type Answer, type AnswerColumn, type AnswerData, AskError } from '../contract.ts';
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

/** Rows come by the million: columns grow by pieces, which are put together once, when all are there. */
const pieceRows = 8192;

class Piece {
  /** Function of the row, or -1 - the place of its name in `roots`. */
  readonly func = new Int32Array(pieceRows);
  readonly parent = new Int32Array(pieceRows);
  readonly depth = new Int32Array(pieceRows);
  readonly self = new Float64Array(pieceRows);
  readonly total = new Float64Array(pieceRows);
}

export class TreeRows {
  private rows = 0;
  private last = new Piece();
  private readonly pieces = [this.last];
  private readonly roots: { readonly name: string; readonly what: string }[] = [];
  /** What was left out for being too small, of rows whose caller is shown. */
  private small = 0;
  private smallRows = 0;

  constructor(private readonly functions: Functions) {}

  /** Gives the row's id. `parent` 0 is none. */
  add(parent: number, depth: number, func: number, self: number, total: number): number {
    const at = this.rows % pieceRows;
    if (at === 0 && this.rows > 0) {
      this.last = new Piece();
      this.pieces.push(this.last);
    }
    const { last } = this;
    last.func[at] = func;
    last.parent[at] = parent;
    last.depth[at] = depth;
    last.self[at] = self;
    last.total[at] = total;
    return ++this.rows;
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
    const left =
      this.smallRows > 0
        ? [
            `Under the least share, and left out: ${amountOf(this.smallRows, 'branches')} (${amountOf(this.small, whole.unit)}).`,
          ]
        : [];
    return answer(withUnit(treeColumns, whole.unit), this.rows, this.columns(whole.amount), {
      notes: [...notes, ...left],
      whole,
    });
  }

  private columns(whole: number): Record<string, AnswerData> {
    const { rows, functions, roots } = this;
    const [id, parent, depth] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
    const [self, total] = [new Float64Array(rows), new Float64Array(rows)];
    const [name, module] = [new Int32Array(rows), new Int32Array(rows)];
    const [names, modules] = [functions.names.length, functions.modules.length];
    for (let row = 0; row < rows; ) {
      const piece = this.pieces[row / pieceRows]!;
      const end = Math.min(rows - row, pieceRows);
      for (let at = 0; at < end; at++, row++) {
        const func = piece.func[at]!;
        id[row] = row + 1;
        parent[row] = piece.parent[at]! || Number.NaN;
        depth[row] = piece.depth[at]!;
        self[row] = piece.self[at]!;
        total[row] = piece.total[at]!;
        // Texts of the roots are behind those of the functions.
        name[row] = func >= 0 ? functions.name[func]! : names - 1 - func;
        module[row] = func >= 0 ? functions.module[func]! : modules - 1 - func;
      }
    }
    return {
      id,
      parent,
      depth,
      function: {
        index: name,
        values: withRoots(
          functions.names,
          roots.map(root => root.name),
        ),
      },
      module: {
        index: module,
        values: withRoots(
          functions.modules,
          roots.map(root => root.what),
        ),
      },
      self,
      total,
      percent: percents(total, whole),
    };
  }
}

function withRoots(values: readonly string[], roots: readonly string[]): readonly string[] {
  return roots.length > 0 ? [...values, ...roots] : values;
}
