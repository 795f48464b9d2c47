/**
 * Fields of tracepoints that print `key=value` alone, taken from the values as they are printed: to read the
 * text back takes several times as long. The text of the first record decides, read both ways.
 */
import { type FieldSchemaId, none, type Output, type TextId } from '../contract.ts';
import type { CallNames } from '../kit/syscalls/names.ts';
import { callType } from '../kit/tracepoint-events.ts';
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
/** Their fields stand between the pieces that print them, and they have one more: the name of the number. */
const entered = /^raw_syscalls:sys_enter$/;
const left = /^raw_syscalls:sys_exit$/;

interface Place {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export class Direct {
  private readonly fields: readonly DirectField[] = [];
  private readonly schema: FieldSchemaId | typeof none = none;
  /** Whether the first field is the number of a system call, whose name is the last. */
  private readonly isCall: boolean;
  private readonly names = new Map<number, TextId | null>();

  constructor(
    private readonly out: Output,
    event: string,
    pieces: readonly Piece[],
    first: readonly string[],
    private readonly calls: CallNames,
  ) {
    this.isCall = entered.test(event) || left.test(event);
    if (callOf(event) !== null) return;
    const found = this.isCall ? placesOfCall(pieces, entered.test(event)) : valuesOf(pieces);
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
    const types = read.map(({ type }) => type);
    if (this.isCall) types.push(callType(event));
    this.schema = out.fieldSchema(types.map(type => withRole(event, type)));
  }

  /** null where the text must be read. */
  of(texts: readonly string[]): InternedFields | null {
    const { fields, schema, isCall } = this;
    if (schema === none) return null;
    const values = new Float64Array(fields.length + (isCall ? 1 : 0));
    for (let at = 0; at < fields.length; at++) {
      const value = valueIn(fields[at]!, texts);
      if (typeof value === 'string') values[at] = this.out.string(value);
      else if (Number.isSafeInteger(value)) values[at] = value;
      else return null;
    }
    if (isCall) {
      const name = this.nameOf(values[0]!);
      if (name === null) return null;
      values[fields.length] = name;
    }
    return { fieldSchema: schema, fields: values };
  }

  private nameOf(call: number): TextId | null {
    let name = this.names.get(call);
    if (name === undefined) {
      const text = this.calls.name(call);
      name = text === null ? null : this.out.string(text);
      if (this.names.size < 1 << 12) this.names.set(call, name);
    }
    return name;
  }
}

/** `NR 0 (3, 7ffd…)`, `NR 0 = 5`: nothing where it is printed otherwise. */
function placesOfCall(pieces: readonly Piece[], isEnter: boolean): readonly Place[] {
  const [before, number, after] = pieces;
  if (before !== 'NR ' || typeof number !== 'function' || after !== (isEnter ? ' (' : ' = ')) return [];
  const id = { name: 'id', from: 1, to: 2 };
  if (!isEnter) return pieces.length === 5 && pieces[4] === '' ? [id, { name: 'ret', from: 3, to: 4 }] : [];
  return pieces.at(-1) === ')' ? [id, { name: 'args', from: 3, to: pieces.length - 1 }] : [];
}

function valueIn({ from, to, isNumber }: DirectField, texts: readonly string[]): number | string {
  const text = to - from === 1 ? texts[from]! : texts.slice(from, to).join('');
  return isNumber ? Number(text) : text;
}

/** Where values stand, each behind its key; nothing where one has no key. */
function valuesOf(pieces: readonly Piece[]): readonly Place[] {
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
