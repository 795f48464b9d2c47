/**
 * Shapes of events: as readers name them, and as they are stored. A number is stored as a whole one (`fields.ts`) until it
 * shows a value that is none: from then on the events have another shape.
 */
import { type FieldType, none, type ShapeId } from '../../parsers/contract.ts';
import type { StoredField } from '../fields.ts';
import { firstWhole } from './batch.ts';

/** Which list a field of an event is in: as the reader gives it. */
enum In {
  Numbers,
  Texts,
  Neither,
}

export class Shape {
  /** As it is stored; {@link none} until there is an event. */
  id: number = none;
  /** How many of its fields are texts that have a value. */
  readonly texts: number;
  /** By number: whether all values were whole so far. */
  readonly whole: Uint8Array;
  wholes: number;
  /** Where {@link part} puts the values of an event. */
  readonly textsOf: Int32Array;
  readonly numbersOf: Float64Array;
  private readonly lists: Uint8Array;

  constructor(readonly fields: readonly FieldType[]) {
    this.lists = Uint8Array.from(fields, ({ type, word }) =>
      type === 'number' ? In.Numbers : word === undefined ? In.Texts : In.Neither,
    );
    this.texts = this.lists.filter(list => list === In.Texts).length;
    this.wholes = this.lists.filter(list => list === In.Numbers).length;
    this.whole = new Uint8Array(this.wholes).fill(1);
    this.textsOf = new Int32Array(this.texts);
    this.numbersOf = new Float64Array(this.wholes);
  }

  get numbers(): number {
    return this.whole.length;
  }

  /** Parts the values of an event. A reader may hand over its whole buffer: what lies behind the shape is not the event's. */
  part(values: ArrayLike<number>): void {
    const { lists, textsOf, numbersOf } = this;
    let text = 0;
    let number = 0;
    for (let k = 0; k < lists.length; k++) {
      const value = values[k] as number;
      if (lists[k] === In.Numbers) numbersOf[number++] = value;
      else if (lists[k] === In.Texts) textsOf[text++] = Number.isNaN(value) ? none : value;
    }
  }

  /** The number is no whole one in some event. */
  widen(number: number): void {
    this.whole[number] = 0;
    this.wholes--;
    this.id = none;
  }

  /** As `shape.keys` has it. */
  get keys(): string {
    let number = 0;
    const stored = this.fields.map(({ key, type, unit, word }): StoredField => {
      const whole = type === 'number' && this.whole[number++] === 1;
      return {
        key,
        type,
        ...(unit !== undefined && { unit }),
        ...(whole && { whole }),
        ...(word !== undefined && { word }),
      };
    });
    return JSON.stringify(stored);
  }
}

const shapeless = new Shape([]);

export class Shapes {
  private readonly byFields = new Map<string, number>();
  private readonly shapes: Shape[] = [];
  private readonly stored = new Map<string, number>();
  /** Stored shapes that are new. */
  private added: string[] = [];

  of(fields: readonly FieldType[]): ShapeId {
    let name = '';
    for (const { key, type, unit, word } of fields) name += `${key}\0${type}\0${unit ?? ''}\0${word ?? ''}\0`;
    let id = this.byFields.get(name);
    if (id === undefined) {
      id = this.shapes.push(new Shape(fields)) - 1;
      this.byFields.set(name, id);
    }
    return id as ShapeId;
  }

  get(id: number): Shape {
    return id < 0 ? shapeless : (this.shapes[id] as Shape);
  }

  /** The number it is stored under; {@link none} of what has no fields. */
  idOf(shape: Shape): number {
    if (shape.id !== none || shape === shapeless) return shape.id;
    const { keys } = shape;
    let id = this.stored.get(keys);
    if (id === undefined) {
      id = this.stored.size;
      this.stored.set(keys, id);
      this.added.push(keys);
    }
    shape.id = id;
    return id;
  }

  /** What was added since the last call. */
  take(): readonly string[] {
    const { added } = this;
    this.added = [];
    return added;
  }
}

/** The number as it stands among values: none, or from {@link firstWhole} on. Below {@link none} where it is no whole number. */
export function wholeOf(value: number): number {
  const whole = value | 0;
  if (whole === value && whole >= 0 && whole < firstWhole) return firstWhole + whole;
  return Number.isNaN(value) ? none : none - 1;
}
