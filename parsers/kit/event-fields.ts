/**
 * Field schemas of events whose fields differ from row to row: each combination of fields is described to the
 * output once.
 */
import { type FieldSchemaId, type FieldType, type None, none, type Output } from '../contract.ts';

/** An interned field type: equal types are one object, with one `id`. */
export interface FieldKind {
  readonly id: number;
  readonly type: FieldType;
}

/** Maximum numbers of remembered combinations, and of field types. */
const maxSchemas = 1 << 14;
const maxKinds = 1 << 15;

export class EventFields {
  /** Values of the row that is being read. */
  readonly values: number[] = [];
  private readonly types: FieldType[] = [];
  private signature = '';
  private readonly schemas = new Map<string, FieldSchemaId>();
  private kinds = new Map<string, FieldKind>();

  constructor(private readonly out: Output) {}

  /** Returns the same object for equal types. */
  kind(type: FieldType): FieldKind {
    const key = JSON.stringify([type.key, type.type, type.unit, type.display, type.role]);
    let kind = this.kinds.get(key);
    if (kind === undefined) {
      if (this.kinds.size >= maxKinds) return { id: -1, type };
      kind = { id: this.kinds.size, type };
      this.kinds.set(key, kind);
    }
    return kind;
  }

  /** Begins a row. */
  begin(): void {
    this.values.length = 0;
    this.types.length = 0;
    this.signature = '';
  }

  /** Adds a field; the keys of a row must differ. */
  add({ id, type }: FieldKind, value: number): void {
    this.values.push(value);
    this.types.push(type);
    this.signature += id < 0 ? JSON.stringify(type) : String.fromCharCode(id);
  }

  /** The field schema of the row. */
  schema(): FieldSchemaId | None {
    if (this.types.length === 0) return none;
    const known = this.schemas.get(this.signature);
    if (known !== undefined) return known;
    const id = this.out.fieldSchema([...this.types]);
    if (this.schemas.size >= maxSchemas) this.schemas.clear();
    this.schemas.set(this.signature, id);
    return id;
  }
}

/** Distinct keys for titles that may repeat: the second is `title 2`. */
export function distinctKeys(titles: readonly string[]): string[] {
  const keys = new Set<string>();
  /** The last number of each repeated title: a damaged line can repeat one many thousand times. */
  const last = new Map<string, number>();
  for (const title of titles) {
    let key = title;
    let n = last.get(title) ?? 1;
    while (keys.has(key)) key = `${title} ${++n}`;
    last.set(title, n);
    keys.add(key);
  }
  return [...keys];
}
