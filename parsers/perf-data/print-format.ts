/**
 * Compiles the `print fmt` of a tracepoint, an expression in C, to functions that print a record as perf does
 * (libtraceevent's event-parse.c). Names of constants that the kernel did not replace count as 0, as there.
 */

import type { ByteView } from '../kit/byte-view.ts';
import { hexBytes } from '../kit/hex.ts';
import { type Argument, formatted } from './print-pattern.ts';
import {
  big,
  type Choice,
  combined,
  cut,
  type Expression,
  flagsOf,
  isSmall,
  isTrue,
  maskText,
  type NumberPlace,
  namedConstant,
  noRecord,
  type Piece,
  type Place,
  type Printer,
  type RawRecord,
  spanOf,
  Unprintable,
  type Value,
} from './print-values.ts';
import type { FormatField, PrintContext, TracepointFormat } from './tracing-data.ts';

/** Maximum number of tokens. A format has some hundred bytes, or some thousand with a list of flags. */
const maxTokens = 1 << 14;
const maxDepth = 200;

/** The pieces of the text of a record: fixed texts and printers, in order. */
export function compile(format: TracepointFormat, data: PrintContext): readonly Piece[] {
  try {
    return new Compiler(format, data).compile();
  } catch (error) {
    if (!(error instanceof Unprintable)) throw error;
    const all: Printer = (record, to) => {
      const values = format.fields.map(field => `${field.name}=${fieldValue(field, record, data.wordSize)}`);
      to.text(values.join(' '));
      return Number.NaN;
    };
    return [all];
  }
}

interface Cast {
  readonly end: number;
  readonly width: readonly [bits: number, signed: boolean] | null;
  readonly isUnsigned: boolean;
}

export function fieldValue(field: FormatField, record: RawRecord, wordSize: number): Value {
  const span = spanOf(field, record);
  if (field.isText) return record.view.text(span.start, span.end);
  if (!field.isArray) return numberAt(record, span.start, field.size, field.signed);
  const values: Value[] = [];
  const size = field.elementSize || wordSize;
  for (let at = span.start; at + size <= span.end && values.length < 64; at += size)
    values.push(numberAt(record, at, size, field.signed));
  return `{${values.join(', ')}}`;
}

function numberAt({ view, end }: RawRecord, at: number, size: number, signed: boolean): Value {
  if (at + size > end) return 0;
  if (size === 4) return signed ? view.i32(at) : view.u32(at);
  if (size === 8) return wide(view, at, signed);
  if (size === 2) return signed ? (view.u16(at) << 16) >> 16 : view.u16(at);
  if (size === 1) return signed ? (view.u8(at) << 24) >> 24 : view.u8(at);
  return 0;
}

/** A double if it is exact, because most values are small and a bigint costs an allocation. */
function wide(view: ByteView, at: number, signed: boolean): Value {
  const high = signed ? view.high(at) | 0 : view.high(at);
  if (high < 1 << 21 && high >= -(1 << 21)) return high * 2 ** 32 + view.low(at);
  return signed ? view.bigSigned(at) : view.big(at);
}

const token =
  /\s*(?:("(?:[^"\\]|\\.)*")|(0[xX][0-9a-fA-F]+|\d+)[uUlL]*|([A-Za-z_]\w*)|('(?:[^'\\]|\\.)')|(->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:()[\]{},.]))/y;

const binary: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

const widths: readonly (readonly [RegExp, bits: number, signed: boolean])[] = [
  [/^(?:u8|__u8|uint8_t|unsigned char)$/, 8, false],
  [/^(?:s8|__s8|int8_t|char|signed char)$/, 8, true],
  [/^(?:u16|__u16|uint16_t|unsigned short|__be16|__le16)$/, 16, false],
  [/^(?:s16|__s16|int16_t|short)$/, 16, true],
  [/^(?:u32|__u32|uint32_t|unsigned int|unsigned|__be32|__le32)$/, 32, false],
  [/^(?:s32|__s32|int32_t|int)$/, 32, true],
];

/** Unsigned 64-bit types. */
const unsignedType =
  /^(?:unsigned long(?: int)?|unsigned long long(?: int)?|u64|__u64|uint64_t|size_t|uintptr_t|sector_t|gfp_t)$/;

class Compiler {
  private readonly tokens: string[] = [];
  private at = 0;
  private depth = 0;
  private readonly fields: ReadonlyMap<string, FormatField>;
  /** Expressions with the same value for every record. */
  private readonly constants = new Set<Expression>();
  /** Expressions that only read a field. */
  private readonly places = new Map<Expression, Place>();
  /** Fields read so far by the current expression. */
  private touched: FormatField[] = [];
  /** Expressions of unsigned 64-bit type. */
  private readonly unsigned = new Set<Expression>();

  constructor(
    format: TracepointFormat,
    private readonly data: PrintContext,
  ) {
    this.fields = new Map(format.fields.map(field => [field.name, field]));
    const { print } = format;
    token.lastIndex = 0;
    while (token.lastIndex < print.length) {
      const { lastIndex } = token;
      const match = token.exec(print);
      if (match === null) {
        if (print.slice(lastIndex).trim() === '') break;
        throw new Unprintable();
      }
      this.tokens.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '');
      if (this.tokens.length > maxTokens) throw new Unprintable();
    }
  }

  compile(): readonly Piece[] {
    const pattern = this.strings();
    const args: Argument[] = [];
    while (this.take(',')) args.push(this.argument());
    if (this.at < this.tokens.length) throw new Unprintable();
    return formatted(pattern, args, this.data);
  }

  private argument(): Argument {
    this.touched = [];
    const value = this.expression();
    const place = this.places.get(value) ?? null;
    const numbers = place?.kind === 'number' ? [place] : this.touched.map(placeOf);
    const isPlain = numbers.every(each => each !== null);
    return { value, place, numbers: isPlain ? numbers : null };
  }

  private get next(): string {
    return this.tokens[this.at] ?? '';
  }

  private take(what: string): boolean {
    if (this.next !== what) return false;
    this.at++;
    return true;
  }

  private expect(what: string): void {
    if (!this.take(what)) throw new Unprintable();
  }

  /** Adjacent string literals are joined, as in C. */
  private strings(): string {
    let text = '';
    if (!this.next.startsWith('"')) throw new Unprintable();
    while (this.next.startsWith('"')) text += unquoted(this.tokens[this.at++]!);
    return text;
  }

  private expression(): Expression {
    if (++this.depth > maxDepth) throw new Unprintable();
    try {
      return this.conditional();
    } finally {
      this.depth--;
    }
  }

  private conditional(): Expression {
    const condition = this.operation(1);
    if (!this.take('?')) return condition;
    const yes = this.expression();
    this.expect(':');
    const no = this.expression();
    const chosen: Expression = record => (isTrue(condition(record)) ? yes(record) : no(record));
    if (this.unsigned.has(yes) || this.unsigned.has(no)) this.unsigned.add(chosen);
    return chosen;
  }

  private operation(least: number): Expression {
    let left = this.unary();
    for (;;) {
      const operator = this.next;
      const precedence = binary[operator] ?? 0;
      if (precedence < least) return left;
      this.at++;
      const right = this.operation(precedence + 1);
      const first = left;
      const isUnsigned = this.unsigned.has(first) || this.unsigned.has(right);
      left = combined(operator, first, right, isUnsigned);
      if (this.constants.has(first) && this.constants.has(right)) left = this.constant(left(noRecord));
      // Comparisons give 0 or 1.
      if (isUnsigned && (precedence < 6 || precedence > 7)) this.unsigned.add(left);
    }
  }

  private constant(exact: Value): Expression {
    const value = typeof exact === 'bigint' && isSmall(Number(exact)) ? Number(exact) : exact;
    const expression = () => value;
    this.constants.add(expression);
    return expression;
  }

  private unary(): Expression {
    if (++this.depth > maxDepth) throw new Unprintable();
    try {
      return this.prefixed();
    } finally {
      this.depth--;
    }
  }

  private prefixed(): Expression {
    if (this.take('!')) {
      const operand = this.unary();
      return record => (isTrue(operand(record)) ? 0 : 1);
    }
    if (this.take('-')) {
      const operand = this.unary();
      return record => -big(operand(record));
    }
    if (this.take('~')) {
      const operand = this.unary();
      return record => ~big(operand(record));
    }
    if (this.take('+')) return this.unary();
    if (this.next === '(') {
      const cast = this.castEnd();
      if (cast !== null) {
        this.at = cast.end;
        const operand = this.unary();
        if (cast.isUnsigned) return this.asUnsigned(operand);
        return cast.width ? record => cut(operand(record), cast.width!) : operand;
      }
    }
    return this.postfix(this.primary());
  }

  /** The cast that begins here; null if the parenthesis is not a cast. */
  private castEnd(): Cast | null {
    let at = this.at + 1;
    const words: string[] = [];
    while (/^[A-Za-z_]/.test(this.tokens[at] ?? '')) words.push(this.tokens[at++]!);
    let isPointer = false;
    while (this.tokens[at] === '*') {
      isPointer = true;
      at++;
    }
    if (words.length === 0 || words[0] === 'REC' || this.tokens[at] !== ')') return null;
    const after = this.tokens[at + 1] ?? '';
    if (!/^[\w("'~!-]/.test(after)) return null;
    const type = words.filter(word => word !== 'const').join(' ');
    const found = isPointer ? undefined : widths.find(([pattern]) => pattern.test(type));
    const isUnsigned = isPointer || unsignedType.test(type);
    return { end: at + 1, width: found ? [found[1], found[2]] : null, isUnsigned };
  }

  private asUnsigned(expression: Expression): Expression {
    if (this.unsigned.has(expression)) return expression;
    if (this.constants.has(expression)) return this.unsignedConstant(expression(noRecord));
    const copy: Expression = record => expression(record);
    const place = this.places.get(expression);
    if (place) this.places.set(copy, place);
    this.unsigned.add(copy);
    return copy;
  }

  private unsignedConstant(value: Value): Expression {
    const constant = this.constant(typeof value === 'string' ? value : BigInt.asUintN(64, BigInt(value)));
    this.unsigned.add(constant);
    return constant;
  }

  private primary(): Expression {
    const word = this.tokens[this.at++] ?? '';
    if (word === '(' && this.next === 'REC' && this.tokens[this.at + 1] === ')') {
      this.at += 2;
      this.expect('->');
      return this.fieldExpression(this.field());
    }
    if (word === '(') {
      const inside = this.expression();
      this.expect(')');
      return inside;
    }
    if (word.startsWith('"')) {
      this.at--;
      const text = this.strings();
      return () => text;
    }
    if (word.startsWith("'")) {
      return this.constant(unquoted(word).charCodeAt(0));
    }
    if (/^\d/.test(word)) return this.constant(BigInt(word));
    if (word === 'REC') {
      this.expect('->');
      return this.fieldExpression(this.field());
    }
    if (this.next === '(') return this.call(word);
    if (/^[A-Za-z_]/.test(word)) return this.constant(0);
    throw new Unprintable();
  }

  private field(): FormatField {
    const field = this.fields.get(this.tokens[this.at++] ?? '');
    if (field === undefined) throw new Unprintable();
    this.touched.push(field);
    return field;
  }

  private fieldExpression(field: FormatField): Expression {
    const { wordSize } = this.data;
    if (!this.take('[')) {
      if (field.isText) return this.textOf(field);
      if (field.location === 'here' && !field.isArray) return this.numberOf(field, 0, field.size);
      const expression: Expression = record => fieldValue(field, record, wordSize);
      this.places.set(expression, { kind: 'bytes', field });
      return expression;
    }
    const index = this.expression();
    this.expect(']');
    const { location, size, elementSize, signed } = field;
    const fixed = this.constants.has(index) ? Number(index(noRecord)) * elementSize : -1;
    if (location === 'here' && fixed >= 0 && fixed < size) return this.numberOf(field, fixed, elementSize);
    return record => {
      const span = spanOf(field, record);
      const at = span.start + Number(index(record)) * elementSize;
      return at >= span.start && at < span.end ? numberAt(record, at, elementSize, signed) : 0;
    };
  }

  /** A number at the same offset in every record. */
  private numberOf({ offset, signed }: FormatField, within: number, size: number): Expression {
    const place = offset + within;
    const expression: Expression = record => numberAt(record, record.start + place, size, signed);
    this.places.set(expression, { kind: 'number', offset: place, size, signed });
    if (size === 8 && !signed) this.unsigned.add(expression);
    return expression;
  }

  private textOf(field: FormatField): Expression {
    const expression: Expression = record => {
      const span = spanOf(field, record);
      return record.view.text(span.start, span.end);
    };
    this.places.set(expression, { kind: 'text', field });
    return expression;
  }

  private postfix(expression: Expression): Expression {
    if (this.next === '->' || this.next === '.' || this.next === '[') throw new Unprintable();
    return expression;
  }

  private call(name: string): Expression {
    this.expect('(');
    switch (name) {
      case '__print_symbolic':
      case '__print_flags':
      case '__print_symbolic_u64':
      case '__print_flags_u64':
        return this.choice(name.startsWith('__print_flags'));
      case '__get_str':
      case '__get_rel_str':
      case '__get_dynamic_array':
      case '__get_rel_dynamic_array': {
        const field = this.namedField();
        this.expect(')');
        return this.textOf(field);
      }
      case '__get_dynamic_array_len': {
        const field = this.namedField();
        this.expect(')');
        return record => {
          const span = spanOf(field, record);
          return span.end - span.start;
        };
      }
      case '__get_bitmask':
      case '__get_rel_bitmask':
      case '__get_cpumask':
      case '__get_rel_cpumask': {
        const field = this.namedField();
        this.expect(')');
        return record => maskText({ view: record.view, ...spanOf(field, record) });
      }
      case '__print_array':
        return this.array();
      case '__print_hex':
      case '__print_hex_str':
        return this.hexadecimal(name === '__print_hex' ? ' ' : '');
      case '__builtin_expect': {
        const value = this.expression();
        this.expect(',');
        this.expression();
        this.expect(')');
        return value;
      }
      case 'sizeof': {
        const field = this.fields.get(this.tokens[this.at + 2] ?? '');
        while (this.next !== ')' && this.next !== '') this.at++;
        this.expect(')');
        const size = field?.size ?? this.data.wordSize;
        return () => size;
      }
    }
    throw new Unprintable();
  }

  /** `__get_str(name)`; newer kernels have only the name. */
  private namedField(): FormatField {
    if (this.next === 'REC') this.at += 2;
    return this.field();
  }

  private choice(isFlags: boolean): Expression {
    const value = this.expression();
    this.expect(',');
    let delimiter = '';
    if (isFlags) {
      delimiter = this.strings();
      this.expect(',');
    }
    const choices: Choice[] = [];
    do {
      if (!this.take('{')) break;
      if (this.take('}')) break;
      const isName = /^[A-Za-z_]/.test(this.next) && this.tokens[this.at + 1] === ',';
      const constant = isName ? namedConstant(this.tokens[this.at++]!) : big(this.expression()(noRecord));
      this.expect(',');
      // Lists of newer kernels end with a null instead of a text, which perf prints as a number.
      const text = this.next.startsWith('"') ? this.strings() : String(this.expression()(noRecord));
      choices.push({ value: BigInt.asUintN(64, constant), text });
      this.expect('}');
    } while (this.take(','));
    this.expect(')');
    if (isFlags) return flagsOf(value, choices, delimiter);
    const texts = new Map([...choices].reverse().map(choice => [choice.value, choice.text]));
    const small = new Map([...texts].map(([key, text]) => [Number(key), text]));
    return record => {
      const found = value(record);
      if (isSmall(found) && found >= 0) return small.get(found) ?? `0x${found.toString(16)}`;
      const exact = BigInt.asUintN(64, big(found));
      return texts.get(exact) ?? `0x${exact.toString(16)}`;
    };
  }

  /** `REC->bytes` or `__get_dynamic_array(bytes)`. */
  private bytesField(): FormatField {
    const isCall = this.next.startsWith('__get_');
    if (isCall || this.next === 'REC') this.at += 2;
    const field = this.field();
    if (isCall) this.expect(')');
    return field;
  }

  private array(): Expression {
    const field = this.bytesField();
    this.expect(',');
    const count = this.expression();
    this.expect(',');
    const size = this.expression();
    this.expect(')');
    return record => {
      const { start, end } = spanOf(field, record);
      const [length, each] = [Number(count(record)), Number(size(record))];
      const values: Value[] = [];
      if (each !== 1 && each !== 2 && each !== 4 && each !== 8) return '';
      for (let at = start; at + each <= end && values.length < length; at += each)
        values.push(numberAt(record, at, each, false));
      return values.join(' ');
    };
  }

  private hexadecimal(gap: string): Expression {
    const field = this.bytesField();
    this.expect(',');
    const length = this.expression();
    this.expect(')');
    return record => {
      const span = spanOf(field, record);
      const end = Math.min(span.end, span.start + Number(big(length(record))));
      return hexBytes(record.view.bytes.subarray(span.start, Math.max(span.start, end)), gap);
    };
  }
}

/** Position of a field in the record; null if the field is not a single number. */
function placeOf({ offset, size, signed, isArray, isText, location }: FormatField): NumberPlace | null {
  const isNumber = location === 'here' && !isArray && !isText && [1, 2, 4, 8].includes(size);
  return isNumber ? { kind: 'number', offset, size, signed } : null;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0' };

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);
