/**
 * Field lists, built one field after the other. A tree of them makes the field schema of an event found, not made: one step
 * in a map per field. How many there may be is bounded, since keys come from the file.
 */
import { type FieldSchemaId, type FieldType, type None, none, type Output } from '../contract.ts';

const maxNodes = 4096;
/** Fields an event may have. */
export const maxFields = 48;

export interface FieldList {
  readonly node: Node;
  readonly length: number;
}

interface Node {
  readonly next: Map<number, Node>;
  readonly fields: readonly FieldType[];
  fieldSchema: FieldSchemaId | None;
}

const leaf = (fields: readonly FieldType[]): Node => ({ next: new Map(), fields, fieldSchema: none });

export class FieldSchemas {
  /** Whether a field was left out because there are too many schemas. */
  full = false;
  readonly values = new Float64Array(maxFields);
  length = 0;
  private readonly root = leaf([]);
  private node = this.root;
  private nodes = 1;
  private readonly ids = new Map<string, number>();
  private readonly types: FieldType[] = [];

  constructor(private readonly out: Output) {}

  /** A number for a kind of field; the same for the same key, type and unit. -1 when there are too many. */
  field(key: string, type: 'number' | 'text', unit?: string): number {
    return this.typed(unit === undefined ? { key, type } : { key, type, unit });
  }

  private typed(type: FieldType): number {
    const name = `${type.type}${type.word ?? ''} ${type.unit ?? ''} ${type.key}`;
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    if (this.types.length >= maxNodes) return -1;
    const id = this.types.push(type) - 1;
    this.ids.set(name, id);
    return id;
  }

  /** Begins the fields of an event: none, or those of a list whose values the caller fills in. */
  begin(list: FieldList | null = null): void {
    this.node = list?.node ?? this.root;
    this.length = list?.length ?? 0;
  }

  /** A list to begin events with. Keys must differ. */
  list(fields: readonly FieldType[]): FieldList {
    this.begin();
    for (const type of fields) this.add(this.typed(type), Number.NaN);
    return { node: this.node, length: this.length };
  }

  /** Adds a field; one whose key is already there, or one too many, is left out. */
  add(field: number, value: number): void {
    if (field < 0 || this.length >= maxFields) {
      this.full = true;
      return;
    }
    let next = this.node.next.get(field);
    if (next === undefined) {
      const made = this.step(field);
      if (made === null) return;
      next = made;
    }
    if (next === this.node) return;
    this.node = next;
    this.values[this.length++] = value;
  }

  /** The fields so far. */
  get fields(): readonly FieldType[] {
    return this.node.fields;
  }

  fieldSchema(): FieldSchemaId | None {
    const { node } = this;
    if (node === this.root) return none;
    if (node.fieldSchema === none) node.fieldSchema = this.out.fieldSchema(node.fields);
    return node.fieldSchema;
  }

  private step(field: number): Node | null {
    const { node } = this;
    const type = this.types[field]!;
    // A key twice leads back to where it came from, so that the second is left out without being looked up again.
    if (node.fields.some(({ key }) => key === type.key)) {
      node.next.set(field, node);
      return node;
    }
    if (this.nodes >= maxNodes) {
      this.full = true;
      return null;
    }
    this.nodes++;
    const next = leaf([...node.fields, type]);
    node.next.set(field, next);
    return next;
  }
}
