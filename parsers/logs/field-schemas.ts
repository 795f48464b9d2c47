/**
 * Field lists, built one field at a time. A tree of them makes finding an event's schema one map look-up per
 * field. The tree's size is bounded, because keys come from the file.
 */
import { type FieldSchemaId, type FieldType, type None, none, type Output } from '../contract.ts';

const maxNodes = 4096;
/** Maximum number of fields of an event. */
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
  /** True if a field was left out, because there are too many schemas or too many fields. */
  full = false;
  readonly values = new Float64Array(maxFields);
  length = 0;
  private readonly root = leaf([]);
  private node = this.root;
  private nodes = 1;
  private readonly ids = new Map<string, number>();
  private readonly types: FieldType[] = [];

  constructor(private readonly out: Output) {}

  /** Number of a field type, equal for equal key, type and unit; -1 if there are too many. */
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

  /** Begins the fields of an event: empty, or with those of a list whose values the caller fills in. */
  begin(list: FieldList | null = null): void {
    this.node = list?.node ?? this.root;
    this.length = list?.length ?? 0;
  }

  /** Makes a list that events can begin with. Keys must differ. */
  list(fields: readonly FieldType[]): FieldList {
    this.begin();
    for (const type of fields) this.add(this.typed(type), Number.NaN);
    return { node: this.node, length: this.length };
  }

  /** Adds a field. A repeated key and a field beyond {@link maxFields} are left out. */
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
    // For a repeated key the edge leads back to the same node, so that the repetition is found by one look-up
    // and left out.
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
