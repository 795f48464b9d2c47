/**
 * Looks up what is known of a key by its bytes, without making a string each time. A key inside a JSON object
 * is a child of the object's key; its name is the path, joined by dots.
 */
import { decode, hash, sameBytes } from '../kit/bytes.ts';
import type { FieldSchemas } from './field-schemas.ts';
import { inSmallLetters } from './units.ts';

/** Maximum number of keys. A file with more of them uses values as keys; further keys are not fields. */
const maxKeys = 20_000;

/** Ids whose name need not end in `id`. */
const ids =
  'req(?:uest)?|trace|span|correlation|sess(?:ion)?|transaction|txn?|op(?:eration)?|invocation|conversation|activity|flow|commit|digest|e?tag|hash|token|uuid|guid';

/**
 * Names of ids that are texts even if a value happens to have digits only; else they would be two fields. Without `id`,
 * only a whole word counts: `drop`, `overflow` and `freq` are numbers.
 */
const idName = new RegExp(`(?:${ids})[-_.]?id$|(?:^|[-_.])(?:${ids})$`);

export class Key {
  /** The values are texts whatever they look like. */
  readonly isId: boolean;
  /** Field number from {@link FieldSchemas.field}; -2: not asked for yet. */
  number = -2;
  text = -2;
  unit: string | null = null;
  /** Role that the format gives it; -1: a field. */
  role = -1;
  /** The unit depends on the other keys of the record. */
  readonly unitsBeside: { readonly keys: number; readonly unit: string }[] = [];
  /** Bits of the key in the sets of keys that `unitsBeside` of other keys asks for. */
  bits = 0;
  omitted = false;
  /** Rank of the key in the list of keys for an HTTP status; -1 if it is not in the list. */
  status = -1;
  /** The key marks the record as a request. */
  request = false;
  readonly children: Keys;
  private readonly withUnit = new Map<string, number>();

  constructor(
    readonly path: string,
    readonly bytes: Uint8Array,
    private readonly tree: KeyTree,
  ) {
    this.isId = idName.test(inSmallLetters(path.slice(-32)));
    this.children = new Keys(this, tree);
  }

  /** Sets the unit of the numbers that follow. */
  measure(unit: string | null): void {
    if (unit === this.unit) return;
    this.unit = unit;
    this.number = -2;
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

  /** Called once, when the key is first seen. */
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

  /** The key spelled by `bytes[start, end)`; null if there are too many keys or it is too long. */
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

  /** @param introduced is called with every key when it is first seen, to set its role and unit */
  constructor(readonly introduced: (key: Key) => void = () => undefined) {}
}
