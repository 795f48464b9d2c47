/**
 * Field schemas of events, as readers declare them and as they are stored. A number is stored as an integer
 * (`fields.ts`) until a value is not whole: from then on, to the end of the part, the events have another field
 * schema.
 */
import { firstWhole } from '../../parsers/bulk.ts';
import { type FieldSchemaId, type FieldType, none } from '../../parsers/contract.ts';

/** Storage of a field's values. */
export enum Stored {
  Nowhere,
  Text,
  Whole,
  Number,
}

export class FieldSchema {
  /** Per field, its {@link Stored}. */
  readonly as: Uint8Array;
  /** Id for events given one by one; {@link none} until there is one. */
  id: number = none;
  /** Id for events given in runs, whose reader knows which numbers are whole. */
  runId: number = none;

  constructor(readonly fields: readonly FieldType[]) {
    this.as = Uint8Array.from(fields, ({ type, word, inside }) =>
      word !== undefined || inside !== undefined
        ? Stored.Nowhere
        : type === 'text'
          ? Stored.Text
          : Stored.Whole,
    );
  }

  /** Resets all numbers to whole. */
  begin(): void {
    this.id = none;
    for (let field = 0; field < this.as.length; field++)
      if (this.as[field] === Stored.Number) this.as[field] = Stored.Whole;
  }

  /** Stores the field as a double, because it is not whole in some event. */
  widen(field: number): void {
    this.as[field] = Stored.Number;
    this.id = none;
  }
}

const noFields = new FieldSchema([]);

export class FieldSchemas {
  private readonly byFields = new Map<string, number>();
  private readonly schemas: FieldSchema[] = [];
  private readonly stored = new Map<string, number>();
  /** Stored schemas added since the last {@link take}. */
  private added: string[] = [];

  /** Begins a part: the storage of its events must not depend on the parts read before. */
  begin(): void {
    for (const fieldSchema of this.schemas) fieldSchema.begin();
  }

  of(fields: readonly FieldType[]): FieldSchemaId {
    const name = keysOf(fields);
    let id = this.byFields.get(name);
    if (id === undefined) {
      id = this.schemas.push(new FieldSchema(fields)) - 1;
      this.byFields.set(name, id);
    }
    return id as FieldSchemaId;
  }

  get(id: number): FieldSchema {
    return id < 0 ? noFields : (this.schemas[id] as FieldSchema);
  }

  /** Id under which it is stored; {@link none} if it has no fields. */
  idOf(fieldSchema: FieldSchema): number {
    if (fieldSchema.id === none && fieldSchema !== noFields)
      fieldSchema.id = this.store(
        fieldSchema.fields.map((field, k) => ({ ...field, whole: fieldSchema.as[k] === Stored.Whole })),
      );
    return fieldSchema.id;
  }

  /** Like {@link idOf}, for events given in runs. */
  runIdOf(fieldSchema: FieldSchema): number {
    if (fieldSchema.runId === none && fieldSchema !== noFields)
      fieldSchema.runId = this.store(fieldSchema.fields);
    return fieldSchema.runId;
  }

  /** Schemas added since the last call. */
  take(): readonly string[] {
    const { added } = this;
    this.added = [];
    return added;
  }

  private store(fields: readonly Whole[]): number {
    const keys = keysOf(fields);
    let id = this.stored.get(keys);
    if (id === undefined) {
      id = this.stored.size;
      this.stored.set(keys, id);
      this.added.push(keys);
    }
    return id;
  }
}

type Whole = Omit<FieldType, 'whole'> & { readonly whole?: boolean };

/** As `field_schema.keys` has it. */
function keysOf(fields: readonly Whole[]): string {
  return JSON.stringify(
    fields.map(({ key, type, unit, display, whole, word, inside, role }) => ({
      key,
      type,
      unit,
      display,
      whole: whole || undefined,
      word,
      inside,
      role,
    })),
  );
}

/**
 * The number as stored among values: {@link none}, or from {@link firstWhole} on. Less than `none` if it is not
 * whole.
 */
export function wholeOf(value: number): number {
  const whole = value | 0;
  if (whole === value && whole >= 0 && whole < firstWhole) return firstWhole + whole;
  return Number.isNaN(value) ? none : none - 1;
}
