/**
 * The formats of tracepoints in a recording: copies of `events/…/format` in the kernel's tracing folder.
 * tools/perf/util/trace-event-read.c
 */
import type { KernelFunction } from '../contract.ts';
import { ByteView } from '../kit/byte-view.ts';
import { ascii, decode, startsWith } from '../kit/bytes.ts';

export interface FormatField {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly signed: boolean;
  /** True for a text, in the record or after its fixed part. */
  readonly isText: boolean;
  /** Size of an array's element in bytes; for other fields the size of the field. */
  readonly elementSize: number;
  readonly isArray: boolean;
  /** The field contains the position of its bytes, from the start of the record or from its own end. */
  readonly location: 'here' | 'record' | 'relative';
}

export interface TracepointFormat {
  readonly system: string;
  readonly name: string;
  readonly id: number;
  /** Fields, without those common to all tracepoints. */
  readonly fields: readonly FormatField[];
  /** `print fmt`: an expression in C. */
  readonly print: string;
}

export interface TracingData {
  readonly formats: ReadonlyMap<number, TracepointFormat>;
  /** Texts of the kernel by address. */
  readonly texts: ReadonlyMap<bigint, string>;
  readonly wordSize: number;
}

/** What print formats refer to. */
export interface PrintContext extends TracingData {
  /** The function of the kernel that contains an address. */
  readonly functionAt: FindFunction;
}

/** null: not known. */
export type FindFunction = (address: bigint) => KernelFunction | null;

const magic = [0x17, 0x08, 0x44];
const maxFormats = 1 << 16;

/** null if the bytes are not tracing data. Formats after damage are left out. */
export function readTracingData(bytes: Uint8Array): TracingData | null {
  if (magic.some((byte, at) => bytes[at] !== byte)) return null;
  if (!startsWith(bytes, 3, bytes.length, ascii('tracing'))) return null;
  const formats = new Map<number, TracepointFormat>();
  const texts = new Map<bigint, string>();
  const versionEnd = bytes.indexOf(0, 10);
  if (versionEnd < 0) return null;
  const view = new ByteView(bytes, bytes[versionEnd + 1] === 0);
  let at = versionEnd + 7;
  const wordSize = bytes[versionEnd + 2] ?? 8;
  const text = (size: number) => {
    const start = at;
    if (!(size >= 0) || start + size > bytes.length) throw new RangeError('the formats are cut');
    at += size;
    return decode(bytes, start, at);
  };
  const u32 = () => {
    at += 4;
    return view.u32(at - 4);
  };
  const u64 = () => {
    at += 8;
    return view.u64(at - 8);
  };
  const add = (system: string) => {
    const format = readFormat(text(u64()), system);
    if (format && formats.size < maxFormats) formats.set(format.id, format);
  };
  try {
    for (const title of ['header_page', 'header_event']) {
      text(title.length + 1);
      text(u64());
    }
    for (let count = u32(); count > 0; count--) add('ftrace');
    for (let systems = u32(); systems > 0; systems--) {
      const end = bytes.indexOf(0, at);
      if (end < 0) break;
      const system = text(end - at);
      at++;
      for (let count = u32(); count > 0; count--) add(system);
    }
    text(u32());
    for (const line of text(u32()).split('\n')) {
      const [, address, value] = /^0x([0-9a-f]{1,16}) : "(.*)"$/.exec(line) ?? [];
      if (address !== undefined) texts.set(BigInt(`0x${address}`), unescaped(value ?? ''));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { formats, texts, wordSize };
}

const unescaped = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\\"', '"');

function readFormat(text: string, system: string): TracepointFormat | null {
  const name = /^name: (\S+)$/m.exec(text)?.[1];
  const id = /^ID: (\d+)$/m.exec(text)?.[1];
  if (name === undefined || id === undefined) return null;
  const fields: FormatField[] = [];
  for (const line of text.split('\n')) {
    const [, declaration, offset, size, signed] =
      /^\tfield:([^;]*);\s*offset:(\d+);\s*size:(\d+);(?:\s*signed:(\d);)?/.exec(line) ?? [];
    if (declaration === undefined) continue;
    const field = readField(declaration, Number(offset), Number(size), signed === '1');
    if (field && !field.name.startsWith('common_')) fields.push(field);
  }
  const print = text.indexOf('print fmt: ');
  return { system, name, id: Number(id), fields, print: print < 0 ? '' : text.slice(print + 11).trim() };
}

/** `char prev_comm[16]`, `__data_loc char[] name`, `unsigned long args[6]`. */
function readField(declaration: string, offset: number, size: number, signed: boolean): FormatField | null {
  const [, type = '', name, length] =
    /^(.{0,4096}?)\s{0,64}\b(\w{1,256})(\[\w{0,64}\])?$/.exec(declaration.trim()) ?? [];
  if (name === undefined) return null;
  const location = type.startsWith('__data_loc')
    ? 'record'
    : type.startsWith('__rel_loc')
      ? 'relative'
      : 'here';
  const isArray = length !== undefined || location !== 'here';
  const isPointer = type.includes('*');
  const base = type.replace(/^__(?:data|rel)_loc\s+/, '').replace(/\[\]$/, '');
  const isText = isArray && !isPointer && /^(?:const )?(?:unsigned |signed )?char$/.test(base.trim());
  const count = Number(/\[(\d+)\]/.exec(length ?? '')?.[1] ?? 1);
  const elementSize =
    location === 'here' ? (isArray && count > 0 ? size / count : size) : sizeOfType(base.trim(), isPointer);
  return { name, offset, size, signed, isText, isArray, elementSize, location };
}

function sizeOfType(type: string, isPointer: boolean): number {
  if (isPointer || /long|64|size_t|ptr/.test(type)) return 8;
  if (/16|short/.test(type)) return 2;
  return /char|8|bool/.test(type) ? 1 : 4;
}
