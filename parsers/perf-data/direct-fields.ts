/**
 * Fields of tracepoints that print `key=value` alone, taken from the values as they are printed: an event takes 9 µs
 * so, and 16 where its text is read back. The text of the first record decides, read both ways.
 */
import { type FieldSchemaId, none, type Output } from '../contract.ts';
import type { InternedFields } from '../kit/tracepoint-fields.ts';
import { parsePayload } from '../kit/tracepoint-payload.ts';
import { callOf, withRole } from '../kit/tracepoints.ts';
import type { Piece } from './print-format.ts';

interface DirectField {
  /** The pieces of its value. */
  readonly from: number;
  readonly to: number;
  readonly isNumber: boolean;
}

const key = /(?:^|[\s,({|])([A-Za-z_]\w*)=$/;
/** Their fields say more than they print. */
const named = /^(?:raw_syscalls:)?sys_(?:enter|exit)$/;

export class Direct {
  private readonly fields: readonly DirectField[] = [];
  private readonly schema: FieldSchemaId | typeof none = none;

  constructor(
    private readonly out: Output,
    event: string,
    pieces: readonly Piece[],
    first: readonly string[],
  ) {
    if (callOf(event) !== null || named.test(event)) return;
    const found = valuesOf(pieces);
    const read = parsePayload(event, first.join(''));
    if (found.length === 0 || read.length !== found.length) return;
    const fields = found.map(({ from, to }, at) => ({
      from,
      to,
      isNumber: read[at]?.type.type === 'number',
    }));
    const isSame = found.every(({ name }, at) => {
      const { type, value } = read[at]!;
      return type.key === name && value === valueIn(fields[at]!, first);
    });
    if (!isSame) return;
    this.fields = fields;
    this.schema = out.fieldSchema(read.map(({ type }) => withRole(event, type)));
  }

  /** null where the text must be read. */
  of(texts: readonly string[]): InternedFields | null {
    const { fields, schema } = this;
    if (schema === none) return null;
    const values = new Float64Array(fields.length);
    for (let at = 0; at < fields.length; at++) {
      const value = valueIn(fields[at]!, texts);
      if (typeof value === 'string') values[at] = this.out.string(value);
      else if (Number.isSafeInteger(value)) values[at] = value;
      else return null;
    }
    return { fieldSchema: schema, fields: values };
  }
}

function valueIn({ from, to, isNumber }: DirectField, texts: readonly string[]): number | string {
  const text = to - from === 1 ? texts[from]! : texts.slice(from, to).join('');
  return isNumber ? Number(text) : text;
}

/** Where values stand, each behind its key; nothing where one has no key. */
function valuesOf(pieces: readonly Piece[]): readonly { name: string; from: number; to: number }[] {
  const found: { name: string; from: number; to: number }[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if (typeof piece === 'string') continue;
    const before = pieces[at - 1];
    const name = typeof before === 'string' ? key.exec(before)?.[1] : undefined;
    const last = found.at(-1);
    if (name !== undefined) found.push({ name, from: at, to: at + 1 });
    else if (last?.to === at || (before === '' && last?.to === at - 1)) last.to = at + 1;
    else return [];
  }
  return found;
}
