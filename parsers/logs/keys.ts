/**
 * Keys as they stand in bytes, to what is known of them, without making a string of them each time. A key inside a
 * JSON object is a child of the object's key; its name is the path, joined by dots.
 */
import { decode, hash, sameBytes } from '../kit/bytes.ts';
import type { FieldSchemas } from './field-schemas.ts';

/** Keys known at once. A file with more of them has something else for keys; those beyond are not fields. */
const maxKeys = 20_000;

export class Key {
  /** Of {@link FieldSchemas.field}; -2: not asked yet. */
  number = -2;
  text = -2;
  unit: string | null = null;
  /** What the format makes of it; -1: a field. */
  role = -1;
  omitted = false;
  /** How far down the list of what holds a status of HTTP it stands; -1: it holds none. */
  status = -1;
  /** Told of a request. */
  request = false;
  readonly children: Keys;
  private readonly withUnit = new Map<string, number>();

  constructor(
    readonly path: string,
    readonly bytes: Uint8Array,
    private readonly tree: KeyTree,
  ) {
    this.children = new Keys(this, tree);
  }

  numberField(schemas: FieldSchemas): number {
    if (this.number === -2) this.number = schemas.field(this.path, 'number', this.unit ?? undefined);
    return this.number;
  }

  numberFieldIn(schemas: FieldSchemas, unit: string): number {
    let field = this.withUnit.get(unit);
    if (field === undefined) {
      field = schemas.field(this.path, 'number', unit);
      this.withUnit.set(unit, field);
    }
    return field;
  }

  textField(schemas: FieldSchemas): number {
    if (this.text === -2) this.text = schemas.field(this.path, 'text');
    return this.text;
  }

  /** Told of once, when the key is first seen. */
  introduce(): void {
    this.tree.introduced(this);
  }
}

/** The keys of one object. */
export class Keys {
  private readonly buckets = new Map<number, Key[]>();

  constructor(
    private readonly parent: Key | null,
    private readonly tree: KeyTree,
  ) {}

  /** The key that `bytes[start, end)` spells, or null when there are too many. */
  of(bytes: Uint8Array, start: number, end: number): Key | null {
    const bucket = hash(bytes, start, end);
    const keys = this.buckets.get(bucket);
    if (keys !== undefined) {
      for (const key of keys) if (sameBytes(bytes, start, end, key.bytes, 0, key.bytes.length)) return key;
    }
    if (this.tree.count >= maxKeys || end - start > 200) return null;
    this.tree.count++;
    const name = decode(bytes, start, end);
    const key = new Key(
      this.parent === null ? name : `${this.parent.path}.${name}`,
      bytes.slice(start, end),
      this.tree,
    );
    key.introduce();
    if (keys === undefined) this.buckets.set(bucket, [key]);
    else keys.push(key);
    return key;
  }
}

export class KeyTree {
  count = 0;
  readonly top = new Keys(null, this);

  /** @param introduced is told of every key when it is first seen, to set its role and unit. */
  constructor(readonly introduced: (key: Key) => void = () => undefined) {}
}
