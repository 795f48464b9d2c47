/** Rows of a tree answer as they are found, callers before what is under them. */
import { type AnswerExtras, amountOf, answer, percents, withUnit } from '../answer.ts';
import * as column from '../columns.ts';
import { type Answer, type AnswerColumn, type AnswerData, AskError, type Note } from '../contract.ts';
import { note } from '../notes.ts';
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

/** Room for rows where it is not known how many come. */
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
  private readonly roots: { readonly name: string; readonly what: string }[] = [];
  /** What was left out for being too small, of rows whose caller is shown. */
  private small = 0;
  private smallRows = 0;

  /** @param room how many rows there will be, where that is known: fresh memory costs more than filling it */
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
  }

  /** Gives the row's id. `parent` 0 is none. */
  add(parent: number, depth: number, func: number, self: number, total: number): number {
    const { functions } = this;
    return this.put(parent, depth, functions.name[func]!, functions.module[func]!, self, total);
  }

  /** A root that is no function: a process. */
  addRoot(name: string, what: string, total: number): number {
    const { names, modules } = this.functions;
    // Texts of the roots are behind those of the functions.
    const place = this.roots.push({ name, what }) - 1;
    return this.put(0, 0, names.length + place, modules.length + place, 0, total);
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

  /** Says how much was too small to show. */
  protected leftOut(unit: string): Note[] {
    if (this.smallRows === 0) return [];
    return [
      note(
        'small-left-out',
        `Under the least share, and left out: ${amountOf(this.smallRows, 'branches')} (${amountOf(this.small, unit)}).`,
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
  ): number {
    const row = this.rows;
    if (row === this.parent.length) this.setRoom(Math.max(roomAtFirst, 4 * row));
    this.parent[row] = parent === 0 ? Number.NaN : parent;
    this.depth[row] = depth;
    this.name[row] = name;
    this.module[row] = module;
    this.self[row] = self;
    this.total[row] = total;
    return ++this.rows;
  }

  private setRoom(room: number): void {
    this.parent = resized(this.parent, room);
    this.depth = resized(this.depth, room);
    this.self = resized(this.self, room);
    this.total = resized(this.total, room);
    this.name = resized(this.name, room);
    this.module = resized(this.module, room);
  }

  protected columns(whole: number): Record<string, AnswerData> {
    const { rows, functions, roots } = this;
    if (rows !== this.parent.length) this.setRoom(rows);
    const { parent, depth, self, total, name, module } = this;
    const id = new Float64Array(rows);
    for (let row = 0; row < rows; row++) id[row] = row + 1;
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

function resized<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (length <= array.length) return array.slice(0, length) as T;
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}
