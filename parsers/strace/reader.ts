import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, none, type Options } from '../contract.ts';
import { type Call, CallReader } from '../families/calls/call-reader.ts';
import { endsWith, type Result } from '../families/calls/line.ts';
import { ascii, decode } from '../kit/bytes.ts';

const attached = ascii(' attached');
/** The end of the call is printed on a later line. */
const unfinished = ascii('<unfinished ...>');

export class StraceReader extends CallReader {
  private readonly numbers: FieldSchemaId;
  private readonly texts: FieldSchemaId;
  private readonly unfinished: FieldSchemaId;

  constructor(out: BulkOutput, options: Options) {
    super(out, options, 'strace', false);
    const call = { key: 'call', type: 'text', role: 'syscall.name' } as const;
    const error = { key: 'error', type: 'text', role: 'syscall.error' } as const;
    this.numbers = out.fieldSchema([call, { key: 'result', type: 'number', role: 'syscall.result' }, error]);
    this.texts = out.fieldSchema([call, { key: 'result', type: 'text', role: 'syscall.result' }, error]);
    this.unfinished = out.fieldSchema([call, { key: 'state', type: 'text' }]);
  }

  protected nameEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    while (at < end && isNameByte(bytes[at]!)) at++;
    return at > start && at < end && bytes[at] === 0x28 ? at : -1;
  }

  protected waitMark(bytes: Uint8Array, start: number, end: number): number {
    return endsWith(bytes, start, end, unfinished) ? unfinished.length : 0;
  }

  protected returned(call: Call, result: Result, bytes: Uint8Array): void {
    const { out } = this;
    const isNumber = !Number.isNaN(result.number);
    call.fieldSchema = isNumber ? this.numbers : this.texts;
    call.fields[0] = call.kind;
    call.fields[1] = isNumber ? result.number : out.fieldValue(bytes, result.start, result.stop, 1);
    call.fields[2] =
      result.errorEnd > result.errorStart ? out.text(bytes, result.errorStart, result.errorEnd) : none;
    call.fields.length = 3;
  }

  protected neverReturned(call: Call): void {
    call.fieldSchema = this.unfinished;
    call.fields[0] = call.kind;
    call.fields[1] = this.out.string('unfinished');
    call.fields.length = 2;
  }

  protected override interruption(bytes: Uint8Array, start: number, end: number): number {
    if (!endsWith(bytes, start, end, attached)) return -1;
    const line = decode(bytes, start, end);
    const at = line.search(/(?<=\()(?:strace: )?Process \d{1,10} attached$/);
    // Before it, only the name of a call and its prefix, which are ASCII.
    return at < 0 || line.length !== end - start ? -1 : start + at;
  }

  protected isNote(text: string): boolean {
    return /^(?:strace: |Process \d+ (?:attached|detached|resumed)|\[ Process PID=)/.test(text);
  }
}

const isNameByte = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
