/** Collects the rows of a tree answer, callers before their callees. */

import { type Answer, type AnswerColumn, type AnswerData, AskError, type Note } from '../contract.ts';
import { type AnswerExtras, amountOf, answer, percents, withUnit } from '../kit/answer.ts';
import * as column from '../kit/columns.ts';
import { note } from '../kit/notes.ts';
import type { Functions } from './functions.ts';

export const rowType: AnswerColumn = {
  name: 'type',
  kind: 'text',
  about: 'Type of the row: function, process or thread. The column function has the name of any type.',
};

export const treeColumns: readonly AnswerColumn[] = [
  { name: 'id', kind: 'integer', about: 'Row number from 1; a row comes before those under it.' },
  { name: 'parent', kind: 'integer', about: 'Id of the row above; null at a root.' },
  { name: 'depth', kind: 'integer', about: '0 at a root.' },
  column.func,
  column.module,
  column.self,
  column.total,
  column.percentOfTotal,
  rowType,
  {
    name: 'node',
    kind: 'integer',
    refers: 'node',
    about: 'Value of the parameter node that opens this row.',
  },
];

/** Types of rows in a tree. */
export const rowTypes = ['function', 'process', 'thread'] as const;
export type RootType = Exclude<(typeof rowTypes)[number], 'function'>;

export const treeParams = {
  depth: { type: 'number', about: 'Number of levels; 0: all.', default: 0, min: 0 },
  'min-percent': {
    type: 'number',
    about: 'Leaves out rows with a smaller share of all samples in scope.',
    default: 0,
    min: 0,
    max: 100,
  },
  node: {
    type: 'number',
    about: 'Only the rows under this row of the tree, by its value in the column node; 0: the whole tree.',
    default: 0,
    min: 0,
  },
  under: {
    type: 'text',
    about:
      'Only the rows under this path from a root down: functions with semicolons between (main;parse), or a JSON array of [function, module] pairs (for a process or thread, the module is ignored). The rows start at its children.',
  },
} as const;

/** Limits of a tree answer. */
export interface Limits {
  readonly levels: number;
  /** Minimum weight of a row. */
  readonly least: number;
}

export function limits(params: { depth: number; 'min-percent': number }, whole: number): Limits {
  return { levels: params.depth > 0 ? params.depth : Infinity, least: (params['min-percent'] / 100) * whole };
}

/** Functions from a root down, as [function, module]; an empty module is any. */
export type Path = readonly (readonly [string, string])[];

/** `[["main", "/bin/a"], …]` or `main;parse` */
export function pathOf(under: string | undefined): Path {
  if (under === undefined) return [];
  // A function may be named `[unknown]`.
  if (!/^\s*\[\s*[["\]]/.test(under)) return under.split(';').map(name => [name, ''] as const);
  const isPair = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every(name => typeof name === 'string');
  const path = parsed(under);
  if (Array.isArray(path) && path.every(isPair)) return path as Path;
  throw new AskError(
    'bad-parameter',
    `under must be a JSON array of [function, module] pairs, not ${under.slice(0, 80)}.`,
  );
}

/** The functions of a path; -1 for an unknown name and module. */
export function functionsAlong({ count, name, module, names, modules }: Functions, path: Path): number[] {
  return path.map(([wanted, inModule]) => {
    for (let func = 0; func < count; func++)
      if (names[name[func]!] === wanted && (inModule === '' || modules[module[func]!] === inModule))
        return func;
    return -1;
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Initial capacity if the number of rows is unknown. */
const roomAtFirst = 8192;

export type TreeExtras = AnswerExtras & {
  readonly whole: { readonly amount: number; readonly unit: string };
};

export class TreeRows {
  protected rows = 0;
  private parent: Float64Array;
  private depth: Float64Array;
  private self: Float64Array;
  private total: Float64Array;
  private name: Int32Array;
  private module: Int32Array;
  private node: Float64Array;
  private readonly roots: string[] = [];
  /** By row, up to the last row that is not a function: index into {@link rowTypes}. */
  private readonly types: number[] = [];
  /** Weight left out as too small, under callers that are shown. */
  private small = 0;
  private smallRows = 0;

  /** @param room number of rows, if known: growing costs more than filling */
  constructor(
    private readonly functions: Functions,
    room = roomAtFirst,
  ) {
    this.parent = new Float64Array(room);
    this.depth = new Float64Array(room);
    this.self = new Float64Array(room);
    this.total = new Float64Array(room);
    this.name = new Int32Array(room);
    this.module = new Int32Array(room);
    this.node = new Float64Array(room);
  }

  /** Returns the row's id. `parent`: 0 for none. `node`: the value that opens the row. */
  add(parent: number, depth: number, func: number, self: number, total: number, node: number): number {
    const { functions } = this;
    return this.put(parent, depth, functions.name[func]!, functions.module[func]!, self, total, node);
  }

  /** Adds a root that is a process or thread. */
  addRoot(name: string, type: RootType, total: number, node: number): number {
    // Names of the roots come after those of the functions.
    const place = this.functions.names.length + this.roots.push(name) - 1;
    this.types[this.rows] = rowTypes.indexOf(type);
    return this.put(0, 0, place, -1, 0, total, node);
  }

  /** Counts a subtree under the row `parent` (0: a root) that is too small to show. */
  leaveOut(total: number, _parent: number): void {
    this.small += total;
    this.smallRows++;
  }

  answer({ notes = [], whole }: TreeExtras): Answer {
    return answer(withUnit(treeColumns, whole.unit), this.rows, this.columns(whole.amount), {
      notes: [...notes, ...this.leftOut(whole.unit)],
      whole,
    });
  }

  /** The note on branches that are too small to show. */
  protected leftOut(unit: string): Note[] {
    if (this.smallRows === 0) return [];
    return [
      note(
        'small-left-out',
        `Left out below the minimum share: ${amountOf(this.smallRows, 'branches')} (${amountOf(this.small, unit)}).`,
        { branches: this.smallRows, amount: this.small, unit },
      ),
    ];
  }

  private put(
    parent: number,
    depth: number,
    name: number,
    module: number,
    self: number,
    total: number,
    node: number,
  ): number {
    const row = this.rows;
    if (row === this.parent.length) this.setRoom(Math.max(roomAtFirst, 4 * row));
    this.parent[row] = parent === 0 ? Number.NaN : parent;
    this.depth[row] = depth;
    this.name[row] = name;
    this.module[row] = module;
    this.self[row] = self;
    this.total[row] = total;
    this.node[row] = node;
    return ++this.rows;
  }

  private setRoom(room: number): void {
    this.parent = resized(this.parent, room);
    this.depth = resized(this.depth, room);
    this.self = resized(this.self, room);
    this.total = resized(this.total, room);
    this.name = resized(this.name, room);
    this.module = resized(this.module, room);
    this.node = resized(this.node, room);
  }

  protected columns(whole: number): Record<string, AnswerData> {
    const { rows, functions, roots } = this;
    if (rows !== this.parent.length) this.setRoom(rows);
    const { parent, depth, self, total, name, module, node } = this;
    const id = new Float64Array(rows);
    for (let row = 0; row < rows; row++) id[row] = row + 1;
    const type = new Int32Array(rows);
    this.types.forEach((each, row) => {
      type[row] = each;
    });
    return {
      id,
      parent,
      depth,
      function: { index: name, values: roots.length > 0 ? [...functions.names, ...roots] : functions.names },
      module: { index: module, values: functions.modules },
      self,
      total,
      percent: percents(total, whole),
      type: { index: type, values: rowTypes },
      node,
    };
  }
}

function resized<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (length <= array.length) return array.slice(0, length) as T;
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}
