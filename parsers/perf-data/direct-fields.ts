/**
 * Takes the fields of tracepoints that print only `key=value` from the values while they are printed, because
 * parsing the text takes several times as long. The first record is read both ways; if the results differ, all
 * texts are parsed.
 */
import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, type FieldType, none, type TextId } from '../contract.ts';
import { callType } from '../families/tracepoints/tracepoint-events.ts';
import type { InternedFields } from '../families/tracepoints/tracepoint-fields.ts';
import { parsePayload } from '../families/tracepoints/tracepoint-payload.ts';
import { callOf, withRole } from '../families/tracepoints/tracepoints.ts';
import type { Piece } from './print-values.ts';
import type { PrintedText } from './printed-text.ts';
import type { PlainField } from './scanner/program.ts';

interface DirectField {
  /** Range of the pieces that print its value. */
  readonly from: number;
  readonly to: number;
  readonly isNumber: boolean;
  /** True if the value is only a part of the message, not a field. */
  readonly isInside: boolean;
}

const noValues = new Float64Array(0);
const key = /(?:^|[\s,({|])([A-Za-z_]\w*)=$/;
/** Fields of these events are at fixed pieces; one more field names the system call. */
const sysEnter = /^raw_syscalls:sys_enter$/;
const sysExit = /^raw_syscalls:sys_exit$/;

interface Place {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export class Direct implements InternedFields {
  readonly fieldSchema: FieldSchemaId | typeof none = none;
  /** Fields of the current record. */
  readonly fields: Float64Array = noValues;
  private readonly places: readonly DirectField[] = [];
  /** True if the first field is the number of a system call and the last its name. */
  private readonly isCall: boolean;
  /** Fields with a value, each with its index in the types; null if texts are parsed. */
  readonly plain: {
    readonly fields: readonly { readonly field: PlainField; readonly type: number }[];
    readonly types: readonly FieldType[];
  } | null = null;

  /**
   * @param callName the text that names a system call
   * @param printed the first record, and later each record printed after it
   * @param firstField field numbers for {@link BulkOutput.fieldValue} begin here
   */
  constructor(
    private readonly out: BulkOutput,
    event: string,
    private readonly printed: PrintedText,
    private readonly callName: (call: number) => TextId | null,
    private readonly firstField: number,
  ) {
    const { pieces } = printed;
    this.isCall = sysEnter.test(event) || sysExit.test(event);
    if (callOf(event) !== null) return;
    const found = this.isCall ? placesOfCall(pieces, sysEnter.test(event)) : valuesOf(pieces);
    const read = parsePayload(event, printed.text());
    if (found.length === 0 || read.length !== found.length) return;
    const isNumber = (at: number) => read[at]?.type.type === 'number';
    const isSame = found.every(({ name, from, to }, at) => {
      const { type, value } = read[at]!;
      const own = isNumber(at) ? numberIn(printed, from, to) : printed.text(from, to);
      return type.key === name && value === own;
    });
    if (!isSame) return;
    // Arguments rarely repeat: as fields they would be half of the space of a call.
    const isInside = (name: string) => this.isCall && name === 'args';
    this.places = found.map(({ name, from, to }, at) => ({
      from,
      to,
      isNumber: isNumber(at),
      isInside: isInside(name),
    }));
    const types = read.map(({ type }): FieldType => (isInside(type.key) ? { ...type, inside: '()' } : type));
    if (this.isCall) types.push(callType(event));
    this.fields = new Float64Array(types.length);
    this.fieldSchema = out.fieldSchema(types.map(type => withRole(event, type)));
    const fields = this.places.flatMap(({ from, to, isNumber, isInside }, type) => {
      if (isInside) return [];
      const field: PlainField = isNumber
        ? { kind: 'number', piece: from }
        : { kind: 'text', from, to, number: firstField + type };
      return [{ field, type }];
    });
    const call = { field: { kind: 'call', piece: found[0]!.from }, type: found.length } as const;
    this.plain = { fields: this.isCall ? [...fields, call] : fields, types };
  }

  /** Takes the fields of the printed record. @returns false if its text must be parsed */
  take(): boolean {
    const { places, fields, printed, fieldSchema, isCall, out } = this;
    if (fieldSchema === none) return false;
    const { bounds } = printed;
    for (let at = 0; at < places.length; at++) {
      const { from, to, isNumber } = places[at]!;
      if (isNumber) {
        const value = numberIn(printed, from, to);
        if (!Number.isSafeInteger(value)) return false;
        fields[at] = value;
      }
    }
    for (let at = 0; at < places.length; at++) {
      const { from, to, isNumber, isInside } = places[at]!;
      if (isNumber || isInside) continue;
      fields[at] = out.fieldValue(printed.to.bytes, bounds[from]!, bounds[to]!, this.firstField + at);
    }
    if (isCall) {
      const name = this.callName(fields[0]!);
      if (name === null) return false;
      fields[places.length] = name;
    }
    return true;
  }
}

/** Places in `NR 0 (3, 7ffd…)` or `NR 0 = 5`; empty for any other print format. */
function placesOfCall(pieces: readonly Piece[], isEnter: boolean): readonly Place[] {
  const [before, number, after] = pieces;
  if (before !== 'NR ' || typeof number !== 'function' || after !== (isEnter ? ' (' : ' = ')) return [];
  const id = { name: 'id', from: 1, to: 2 };
  if (!isEnter) return pieces.length === 5 && pieces[4] === '' ? [id, { name: 'ret', from: 3, to: 4 }] : [];
  return pieces.at(-1) === ')' ? [id, { name: 'args', from: 3, to: pieces.length - 1 }] : [];
}

/** NaN if the value is not a single number. */
const numberIn = ({ numbers }: PrintedText, from: number, to: number): number =>
  to - from === 1 ? numbers[from]! : Number.NaN;

/** Places of the values, each after its key; empty if one has no key. */
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
