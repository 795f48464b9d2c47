import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, none, type Options, type TextId } from '../contract.ts';
import { type Call, CallReader } from '../families/calls/call-reader.ts';
import { endsWith, type Result } from '../families/calls/line.ts';
import { ascii, decode, startsWith } from '../kit/bytes.ts';
import { CallNames } from '../kit/syscalls/names.ts';

const unfinished = ascii('<unfinished ...>');
/** A call so marked may still return: `wait` does if a signal comes first. */
const noReturn = ascii('<no return ...>');
const nothing = ascii('<void>');
const systemCall = /^SYS_(\w+)$|^(\w+)@SYS$/;
const maxName = 512;
const maxNames = 1 << 16;

/** Reads ltrace: functions nest; system calls (`-S`) are events of their own. */
export class LtraceReader extends CallReader {
  /** By kind of call: the name of the system call, null for a function. */
  private readonly systemCalls = new Map<TextId, TextId | null>();
  private readonly calls = new CallNames(null);
  private readonly callNumber: FieldSchemaId;
  private readonly callText: FieldSchemaId;
  private readonly functionNumber: FieldSchemaId;
  private readonly functionText: FieldSchemaId;
  private readonly callOpen: FieldSchemaId;
  private readonly functionOpen: FieldSchemaId;

  constructor(out: BulkOutput, options: Options) {
    super(out, options, 'ltrace', true);
    const call = { key: 'call', type: 'text', role: 'syscall.name' } as const;
    const error = { key: 'error', type: 'number', role: 'syscall.error' } as const;
    const state = { key: 'state', type: 'text' } as const;
    const name = { key: 'function', type: 'text' } as const;
    this.callNumber = out.fieldSchema([
      call,
      { key: 'result', type: 'number', role: 'syscall.result' },
      error,
    ]);
    this.callText = out.fieldSchema([call, { key: 'result', type: 'text', role: 'syscall.result' }]);
    this.functionNumber = out.fieldSchema([name, { key: 'result', type: 'number' }]);
    this.functionText = out.fieldSchema([name, { key: 'result', type: 'text' }]);
    this.callOpen = out.fieldSchema([call, state]);
    this.functionOpen = out.fieldSchema([name, state]);
  }

  /**
   * C++ names contain blanks, and `operator()` contains parentheses; only names of operators contain a quote or `=`
   * before the arguments.
   */
  protected nameEnd(bytes: Uint8Array, start: number, end: number): number {
    const last = Math.min(end, start + maxName);
    for (let at = start; at < last; at++) {
      const byte = bytes[at]!;
      if (byte === 0x22 || byte === 0x27) return -1;
      if (byte !== 0x28 || at === start) continue;
      const isOperator = at + 2 < end && bytes[at + 1] === 0x29 && bytes[at + 2] === 0x28;
      return isOperator ? at + 2 : at;
    }
    return -1;
  }

  protected override kindOf(bytes: Uint8Array, start: number, end: number): TextId {
    const kind = super.kindOf(bytes, start, end);
    if (!this.systemCalls.has(kind)) {
      if (this.systemCalls.size >= maxNames) this.systemCalls.clear();
      const [, old, name = old] = systemCall.exec(decode(bytes, start, end)) ?? [];
      this.systemCalls.set(kind, name === undefined ? null : this.out.string(this.nameOf(name)));
    }
    return kind;
  }

  override end(): void {
    super.end();
    if (!this.calls.isMachineAssumed) return;
    this.out.problem({
      code: 'machine-assumed',
      severity: 'notice',
      line: 1,
      offset: 0,
      message: CallNames.guessMessage,
    });
  }

  protected waitMark(bytes: Uint8Array, start: number, end: number): number {
    if (endsWith(bytes, start, end, unfinished)) return unfinished.length;
    return endsWith(bytes, start, end, noReturn) ? noReturn.length : 0;
  }

  protected returned(call: Call, result: Result, bytes: Uint8Array): void {
    const name = this.systemCall(call.kind);
    const isNumber = !Number.isNaN(result.number);
    call.fields[0] = name ?? call.kind;
    call.fields[1] = isNumber ? result.number : this.text(bytes, result);
    call.fields.length = 2;
    if (name === null) {
      call.fieldSchema = isNumber ? this.functionNumber : this.functionText;
    } else if (isNumber) {
      call.fieldSchema = this.callNumber;
      call.fields[2] = isError(result.number) ? -result.number : Number.NaN;
    } else call.fieldSchema = this.callText;
  }

  protected neverReturned(call: Call): void {
    const name = this.systemCall(call.kind);
    call.fieldSchema = name === null ? this.functionOpen : this.callOpen;
    call.fields[0] = name ?? call.kind;
    call.fields[1] = this.out.string('unfinished');
    call.fields.length = 2;
  }

  protected isNote(text: string): boolean {
    return /^(?:ltrace: |Can't |Couldn't |Cannot )/.test(text);
  }

  /** System calls unknown to ltrace have a number as a name: `SYS_435`. */
  private nameOf(name: string): string {
    return (/^\d{1,4}$/.test(name) ? this.calls.name(Number(name)) : null) ?? name;
  }

  private systemCall(kind: TextId): TextId | null {
    return this.systemCalls.get(kind) ?? null;
  }

  /** Strings contain blanks; `<void>` is not a result. */
  private text(bytes: Uint8Array, { start, end }: Result): number {
    if (startsWith(bytes, start, end, nothing)) return none;
    return this.out.fieldValue(bytes, start, end, 1);
  }
}

/** Error results of the kernel; -512 to -516 mean that the call restarts after a signal was handled. */
const isError = (result: number): boolean =>
  result < 0 && result >= -4095 && !(result <= -512 && result >= -516);
