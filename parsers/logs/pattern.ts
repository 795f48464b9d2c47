/**
 * Patterns of log lines, compiled to a matcher over bytes.
 *
 * A pattern is text with columns in braces:
 *
 *     {time:MMM d HH:mm:ss} {host:word} {component:token}([{pid:int}])?: {message}
 *
 * | written | reads |
 * |---|---|
 * | a blank | one or more blanks or tabs; `~` none or more |
 * | `( … )?` | what is inside, if it is there |
 * | `( … \| … )` | the first of these that matches |
 * | `{name}` | bytes up to what follows in the pattern; at its end, the rest of the line |
 * | `{name:word}` | one or more bytes that are not blank |
 * | `{name:token}` | the same, stopping also at what may follow in the pattern |
 * | `{name:int}` `{name:number}` `{name:hex}` | a number; `-` alone is none |
 * | `{name:quoted}` | `"…"` with `\` or doubled quotes inside; the value is without the outer quotes |
 * | `{name:structured}` | `[id key="value" …]…` of RFC 5424 |
 * | `{name:[a-z_]}` | one or more bytes of a class; `{name:[^]]*}` none or more, `[^…]` all others |
 * | `{time:…}` | a time, spelled as in `time.ts`; `{time}` in any spelling it knows |
 * | `{level}` | a word that means a level |
 * | `{_}` | as above without a column |
 * | `{name<}…{name>}` | a column over all that stands between |
 * | `{name:lazy}` | text up to the first place from which the rest of the group matches; at most 512 bytes |
 * | `{level:[…]}` | a level of bytes of a class |
 * | `{time+:…}` | what the time above does not tell: its year, its fraction |
 * | `\` | takes the meaning from what follows |
 *
 * Nothing but `lazy` is tried twice: a group that matched stays matched, and text ends at the first place where what
 * follows stands. So the time is linear in the length of the line whatever it holds, which no general regex promises.
 */
import { hexDigit, parseDecimal, parseSigned } from '../kit/bytes.ts';
import type { Level } from '../tables.ts';
import type { Levels } from './levels.ts';
import { anyTime, type TimeFinder } from './spellings.ts';
import { ReadTime, Spelling } from './time.ts';

/** What a matched line holds. Positions are in the bytes given to the match. */
export class Match {
  readonly time = new ReadTime();
  timed = false;
  level: Level | null = null;
  /** Start of column i at `2i`, its end after; -1 where it is absent. */
  readonly spans = new Int32Array(2 * maxColumns);
  /** Value of column i where it is a number. */
  readonly numbers = new Float64Array(maxColumns);
  /** Which of the format's patterns matched. */
  pattern = 0;
  /** The time read last on this line: patterns of one format begin alike, and reading it costs most. */
  private readAs: Spelling | null = null;
  private readFrom = 0;
  private readTo = -1;

  /** To be called before the patterns of a format try a line. */
  newLine(): void {
    this.readAs = null;
  }

  /** Position after the time at `start`, or -1. */
  readTime(spelling: Spelling, bytes: Uint8Array, start: number, end: number, adding: boolean): number {
    if (spelling === this.readAs && start === this.readFrom && !adding) return this.readTo;
    this.readTo = spelling.read(bytes, start, end, this.time, adding);
    this.readFrom = start;
    this.readAs = adding ? null : spelling;
    return this.readTo;
  }

  /** Follows the bytes to where they were moved: `by` to the front. */
  shift(by: number): void {
    for (let at = 0; at < this.spans.length; at++) if (this.spans[at]! >= 0) this.spans[at]! -= by;
  }
}

/** How far `lazy` looks. */
const maxLazy = 512;
/** Columns a pattern may have. */
export const maxColumns = 48;

enum Op {
  Literal,
  Blanks,
  MaybeBlanks,
  Optional,
  Alternatives,
  /** Up to a literal. */
  Until,
  UntilBlank,
  Lazy,
  Rest,
  /** A run of bytes of a class. */
  Class,
  Int,
  Number,
  Hex,
  Quoted,
  Structured,
  Time,
  AnyTime,
  Level,
  Open,
  Close,
}

/** One step. All have all members, so that the matcher's loop sees one hidden class. */
interface Node {
  op: Op;
  column: number;
  literal: Uint8Array;
  /** 1 for bytes of the class. */
  set: Uint8Array;
  least: number;
  spelling: Spelling | null;
  branches: readonly (readonly Node[])[];
}

const noBytes = new Uint8Array(0);

const node = (op: Op, given: Partial<Node> = {}): Node => ({
  op,
  column: -1,
  literal: noBytes,
  set: noBytes,
  least: 0,
  spelling: null,
  branches: [],
  ...given,
});

/** How much a match proves, by kind of step: what the detection weighs formats with. */
const evidence: Readonly<Partial<Record<Op, number>>> = {
  [Op.Time]: 4,
  [Op.AnyTime]: 1,
  [Op.Level]: 6,
  [Op.Int]: 2,
  [Op.Number]: 2,
  [Op.Hex]: 2,
  [Op.Quoted]: 2,
  [Op.Structured]: 2,
  [Op.Class]: 1,
};

export class Pattern {
  /** Column names in the order of their first appearance. */
  readonly columns: string[] = [];
  /** By column: whether its value is a number. */
  readonly numeric: boolean[] = [];
  readonly specificity: number;
  /** Whether its time tells the year. */
  readonly dated: boolean;
  /** 1 for bytes that a line of this pattern may begin with. */
  readonly opening = new Uint8Array(256);
  private readonly nodes: readonly Node[];
  private readonly finder: TimeFinder = anyTime();

  /** @throws Error in a sentence that says what is wrong and where. */
  constructor(
    readonly text: string,
    private readonly levels: Levels,
    /** Spellings of the format's other patterns, to share. */
    readonly spellings: Map<string, Spelling> = new Map(),
  ) {
    this.nodes = new PatternParser(text, this).sequence();
    settle(this.nodes, null, text);
    this.specificity = weigh(this.nodes);
    this.dated = isDated(this.nodes);
    open(this.nodes, this.opening);
    if (this.columns.length > maxColumns) throw new Error(`it has more than ${maxColumns} columns`);
  }

  /** Index of a column, or -1. */
  column(name: string): number {
    return this.columns.indexOf(name);
  }

  /** Whether the whole of `bytes[start, end)` is such a line; `into` holds its columns then. */
  match(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    into.level = null;
    into.spans.fill(-1, 0, 2 * this.columns.length);
    return this.run(this.nodes, bytes, start, end, into) === end;
  }

  private run(nodes: readonly Node[], bytes: Uint8Array, start: number, end: number, into: Match): number {
    let at = start;
    for (let index = 0; index < nodes.length; index++) {
      const step = nodes[index]!;
      const from = at;
      switch (step.op) {
        case Op.Literal: {
          const { literal } = step;
          if (end - at < literal.length) return -1;
          for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return -1;
          at += literal.length;
          continue;
        }
        case Op.Blanks:
          while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
          if (at === from) return -1;
          continue;
        case Op.MaybeBlanks:
          while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
          continue;
        case Op.Optional: {
          const after = this.run(step.branches[0]!, bytes, at, end, into);
          if (after >= 0) at = after;
          else this.forget(step.branches[0]!, into);
          continue;
        }
        case Op.Alternatives: {
          let after = -1;
          for (const branch of step.branches) {
            after = this.run(branch, bytes, at, end, into);
            if (after >= 0) break;
            this.forget(branch, into);
          }
          if (after < 0) return -1;
          at = after;
          continue;
        }
        case Op.Until:
          at = find(bytes, at, end, step.literal, step.least === 1);
          if (at < 0) return -1;
          break;
        case Op.Lazy:
          return this.lazy(nodes, index, bytes, at, end, into);
        case Op.UntilBlank:
          while (at < end && bytes[at] !== 0x20 && bytes[at] !== 0x09) at++;
          break;
        case Op.Rest:
          at = end;
          break;
        case Op.Class: {
          const { set } = step;
          while (at < end && set[bytes[at]!] === 1) at++;
          if (at - from < step.least) return -1;
          break;
        }
        case Op.Int:
        case Op.Number:
        case Op.Hex:
          at = this.number(step, bytes, at, end, into);
          if (at < 0) return -1;
          break;
        case Op.Quoted:
          at = quoted(bytes, at, end);
          if (at < 0) return -1;
          if (step.column >= 0) {
            into.spans[2 * step.column] = from + 1;
            into.spans[2 * step.column + 1] = at - 1;
          }
          continue;
        case Op.Structured:
          at = structured(bytes, at, end);
          if (at < 0) return -1;
          break;
        case Op.Time:
          at = into.readTime(step.spelling!, bytes, at, end, step.least === 1);
          if (at < 0) return -1;
          into.timed = true;
          continue;
        case Op.Open:
          into.spans[2 * step.column] = at;
          continue;
        case Op.Close:
          into.spans[2 * step.column + 1] = at;
          continue;
        case Op.AnyTime:
          into.newLine();
          at = this.finder.read(bytes, at, end, into.time);
          if (at < 0) return -1;
          into.timed = true;
          continue;
        case Op.Level: {
          const { set } = step;
          while (at < end && set[bytes[at]!] === 1) at++;
          const level = this.levels.read(bytes, from, at);
          if (level === null) return -1;
          into.level = level;
          break;
        }
      }
      if (step.column >= 0) {
        into.spans[2 * step.column] = from;
        into.spans[2 * step.column + 1] = at;
      }
    }
    return at;
  }

  /** Tries each end of the text at `index`, nearest first. */
  private lazy(
    nodes: readonly Node[],
    index: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    into: Match,
  ): number {
    const { column, literal } = nodes[index]!;
    const rest = nodes.slice(index + 1);
    const stop = Math.min(end, start + maxLazy);
    for (
      let at = find(bytes, start, stop, literal, false);
      at >= 0;
      at = find(bytes, at + 1, stop, literal, false)
    ) {
      const after = this.run(rest, bytes, at, end, into);
      if (after < 0) continue;
      if (column >= 0) {
        into.spans[2 * column] = start;
        into.spans[2 * column + 1] = at;
      }
      return after;
    }
    return -1;
  }

  private number(step: Node, bytes: Uint8Array, start: number, end: number, into: Match): number {
    let at = start;
    let value = Number.NaN;
    const sign = at < end && (bytes[at] === 0x2d || bytes[at] === 0x2b);
    if (sign) at++;
    const from = at;
    if (step.op === Op.Hex) {
      while (at < end && hexDigit(bytes[at]!) >= 0) at++;
      if (at === from) return -1;
      value = parseHexValue(bytes, from, at);
    } else {
      let points = 0;
      while (at < end) {
        const byte = bytes[at]!;
        if (byte === 0x2e && step.op === Op.Number && points === 0 && at > from) points = 1;
        else if (byte < 0x30 || byte > 0x39) break;
        at++;
      }
      if (at > from && bytes[at - 1] === 0x2e) at--;
      if (at === from) {
        // `-` alone: there is no value.
        if (!sign || bytes[start] !== 0x2d) return -1;
      } else {
        value = step.op === Op.Int ? parseSigned(bytes, start, at) : parseDecimal(bytes, start, at);
      }
    }
    if (step.column >= 0) into.numbers[step.column] = value;
    return at;
  }

  /** What a branch that failed on its way had already noted. */
  private forget(nodes: readonly Node[], into: Match): void {
    for (const { column, op, branches } of nodes) {
      if (column >= 0) into.spans[2 * column] = -1;
      if (op === Op.Time || op === Op.AnyTime) into.timed = false;
      if (op === Op.Level) into.level = null;
      for (const branch of branches) this.forget(branch, into);
    }
  }
}

/** Position of `what`, followed by a blank where that is asked, or -1. */
function find(bytes: Uint8Array, start: number, end: number, what: Uint8Array, thenBlank: boolean): number {
  const first = what[0]!;
  const last = end - what.length;
  for (let at = start; at <= last; at++) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < what.length && bytes[at + same] === what[same]) same++;
    if (same < what.length) continue;
    const next = bytes[at + same];
    if (!thenBlank || (at + same < end && (next === 0x20 || next === 0x09))) return at;
  }
  return -1;
}

/** Position after the closing quote of what opens at `start`, or -1. */
function quoted(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end || bytes[start] !== 0x22) return -1;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) {
      if (bytes[at + 1] !== 0x22 || at + 1 >= end) return at + 1;
      at++;
    }
  }
  return -1;
}

/** Position after the elements in brackets that begin at `start`, or -1. Brackets in quotes do not count. */
function structured(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === 0x5b) {
    for (at++; bytes[at] !== 0x5d; at++) {
      if (bytes[at] === 0x22) at = quoted(bytes, at, end) - 1;
      if (at < start || at >= end) return -1;
    }
    at++;
  }
  return at === start ? -1 : at;
}

function parseHexValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 16 + hexDigit(bytes[at]!);
  return value;
}

class PatternParser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly pattern: Pattern,
  ) {}

  sequence(): Node[] {
    const nodes: Node[] = [];
    let literal = '';
    const flush = (): void => {
      if (literal !== '') nodes.push(node(Op.Literal, { literal: new TextEncoder().encode(literal) }));
      literal = '';
    };
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (this.depth > 0 && (char === ')' || char === '|')) break;
      this.at++;
      if (char === '{') {
        flush();
        nodes.push(this.columnNode());
      } else if (char === '(') {
        flush();
        nodes.push(this.group());
      } else if (char === ' ') {
        flush();
        nodes.push(node(Op.Blanks));
      } else if (char === '~') {
        flush();
        nodes.push(node(Op.MaybeBlanks));
      } else if (char === '\\') {
        literal += this.text[this.at++] ?? '\\';
      } else literal += char;
    }
    flush();
    return nodes;
  }

  private group(): Node {
    this.depth++;
    const branches = [this.sequence()];
    while (this.text[this.at] === '|') {
      this.at++;
      branches.push(this.sequence());
    }
    if (this.text[this.at] !== ')') throw this.error('a ( without its )');
    this.at++;
    this.depth--;
    if (this.text[this.at] !== '?') return node(Op.Alternatives, { branches });
    this.at++;
    return branches.length === 1
      ? node(Op.Optional, { branches })
      : node(Op.Optional, { branches: [[node(Op.Alternatives, { branches })]] });
  }

  private columnNode(): Node {
    const nameEnd = this.text.slice(this.at).search(/[:<>}]/);
    if (nameEnd <= 0) throw this.error('a { without a name and its }');
    const name = this.text.slice(this.at, this.at + nameEnd);
    this.at += nameEnd;
    let type = '';
    const edge = this.text[this.at];
    if ((edge === '<' || edge === '>') && this.text[this.at + 1] === '}') {
      this.at += 2;
      return node(edge === '<' ? Op.Open : Op.Close, { column: this.column(name, false) });
    }
    if (this.text[this.at] === ':') {
      const from = this.at + 1;
      // A class may hold a brace.
      const inClass = this.text[from] === '[' && !name.startsWith('time');
      const searchFrom = inClass ? this.text.indexOf(']', from + 2) : from;
      const close = this.text.indexOf('}', searchFrom);
      if (close < 0 || searchFrom < 0) throw this.error(`the column ${name} has no }`);
      type = this.text.slice(from, close);
      this.at = close;
    }
    this.at++;
    return this.typed(name, type);
  }

  private typed(name: string, type: string): Node {
    if (name === 'time+') return node(Op.Time, { spelling: new Spelling(type), least: 1 });
    if (name === 'time') {
      return type === '' ? node(Op.AnyTime) : node(Op.Time, { spelling: this.spelling(type) });
    }
    if (name === 'level') {
      return node(Op.Level, { set: type === '' ? levelBytes : this.classNode(name, -1, type).set });
    }
    const numeric = type === 'int' || type === 'number' || type === 'hex';
    const column = name === '_' ? -1 : this.column(name, numeric);
    switch (type) {
      case '':
        return node(Op.Until, { column });
      case 'lazy':
        return node(Op.Lazy, { column });
      case 'word':
        return node(Op.Class, { column, set: byteSet(byte => byte !== 0x20 && byte !== 0x09), least: 1 });
      case 'token':
        return node(Op.Class, { column, least: 1 });
      case 'int':
        return node(Op.Int, { column });
      case 'number':
        return node(Op.Number, { column });
      case 'hex':
        return node(Op.Hex, { column });
      case 'structured':
        return node(Op.Structured, { column });
      case 'quoted':
        return node(Op.Quoted, { column });
      default:
        return this.classNode(name, column, type);
    }
  }

  private spelling(text: string): Spelling {
    const { spellings } = this.pattern;
    const spelling = spellings.get(text) ?? new Spelling(text);
    spellings.set(text, spelling);
    return spelling;
  }

  private classNode(name: string, column: number, type: string): Node {
    const match = /^\[(\^?)(.+)\](\*?)$/s.exec(type);
    if (match === null) throw this.error(`the column ${name} has the type ${type}, which means nothing`);
    const [, not, body, star] = match;
    const listed = classBytes(body!);
    const set = byteSet(byte => (listed.has(byte) ? not === '' : not !== ''));
    return node(Op.Class, { column, set, least: star === '*' ? 0 : 1 });
  }

  private column(name: string, numeric: boolean): number {
    const known = this.pattern.columns.indexOf(name);
    if (known >= 0) {
      if (this.pattern.numeric[known] !== numeric)
        throw this.error(`the column ${name} is a number once and once a text`);
      return known;
    }
    this.pattern.numeric.push(numeric);
    return this.pattern.columns.push(name) - 1;
  }

  private error(what: string): Error {
    return new Error(`${what}, before "${this.text.slice(this.at, this.at + 20)}" in "${this.text}"`);
  }
}

function classBytes(body: string): Set<number> {
  const bytes = new Set<number>();
  const chars = [...body.replace(/\\t/g, '\t')];
  for (let i = 0; i < chars.length; i++) {
    const from = chars[i]!.charCodeAt(0);
    const to = chars[i + 1] === '-' && chars[i + 2] !== undefined ? chars[i + 2]!.charCodeAt(0) : from;
    if (to !== from) i += 2;
    for (let byte = from; byte <= to; byte++) bytes.add(byte);
  }
  return bytes;
}

const levelBytes = byteSet(byte => /[A-Za-z0-9]/.test(String.fromCharCode(byte)));

function byteSet(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

/** Tells every text where it ends, from what follows it. */
function settle(nodes: readonly Node[], after: readonly Node[] | null, text: string): void {
  nodes.forEach((step, index) => {
    const rest = [...nodes.slice(index + 1), ...(after ?? [])].filter(
      ({ op }) => op !== Op.Open && op !== Op.Close,
    );
    for (const branch of step.branches) settle(branch, rest, text);
    if (step.op === Op.Class && step.set.length === 0) {
      const stops = firstBytes(rest);
      step.set = byteSet(byte => byte !== 0x20 && byte !== 0x09 && !stops.has(byte));
    }
    if (step.op === Op.Lazy && rest[0]?.op === Op.Literal) step.literal = rest[0].literal;
    if (step.op !== Op.Until) return;
    const next = rest[0];
    if (next === undefined) step.op = Op.Rest;
    else if (next.op === Op.Blanks) step.op = Op.UntilBlank;
    else if (next.op === Op.Literal) {
      step.literal = next.literal;
      step.least = rest[1]?.op === Op.Blanks ? 1 : 0;
    } else throw new Error(`a text must be followed by itself ending or by plain text, in "${text}"`);
  });
}

/** Bytes that may stand first where `nodes` begin; those of open classes are left out. */
function firstBytes(nodes: readonly Node[]): Set<number> {
  const bytes = new Set<number>();
  for (const step of nodes) {
    if (step.op === Op.Literal) {
      bytes.add(step.literal[0]!);
      break;
    }
    if (step.op === Op.Quoted) {
      bytes.add(0x22);
      break;
    }
    if (step.op === Op.Optional || step.op === Op.Alternatives) {
      for (const branch of step.branches) for (const byte of firstBytes(branch)) bytes.add(byte);
      if (step.op === Op.Optional) continue;
    } else if (step.op === Op.MaybeBlanks) continue;
    break;
  }
  return bytes;
}

/** Marks the bytes that `nodes` may begin with; gives whether they may be nothing at all. */
function open(nodes: readonly Node[], bytes: Uint8Array): boolean {
  for (const { op, literal, set, least, spelling, branches } of nodes) {
    switch (op) {
      case Op.Open:
      case Op.Close:
        continue;
      case Op.Literal:
        bytes[literal[0]!] = 1;
        return false;
      case Op.Class:
      case Op.Level:
        for (let byte = 0; byte < 256; byte++) bytes[byte]! |= set[byte]!;
        if (least === 0 && op === Op.Class) continue;
        return false;
      case Op.Quoted:
        bytes[0x22] = 1;
        return false;
      case Op.Structured:
        bytes[0x5b] = 1;
        return false;
      case Op.Int:
      case Op.Number:
        for (const char of '+-0123456789') bytes[char.charCodeAt(0)] = 1;
        return false;
      case Op.Time:
        spelling!.open(bytes);
        return false;
      case Op.Optional:
        open(branches[0]!, bytes);
        continue;
      case Op.Alternatives:
        if (!branches.map(branch => open(branch, bytes)).includes(true)) return false;
        continue;
      case Op.MaybeBlanks:
        bytes[0x20] = 1;
        bytes[0x09] = 1;
        continue;
      default:
        bytes.fill(1);
        return false;
    }
  }
  return true;
}

function weigh(nodes: readonly Node[]): number {
  let sum = 0;
  for (const { op, literal, branches, spelling } of nodes) {
    if (op === Op.Literal) sum += 2 * literal.length;
    else if (op === Op.Time && spelling?.dated) sum += 6;
    else if (op === Op.Alternatives) sum += Math.min(...branches.map(weigh));
    else sum += evidence[op] ?? 0;
  }
  return sum;
}

function isDated(nodes: readonly Node[]): boolean {
  return nodes.some(
    ({ spelling, branches }) => spelling?.dated === true || (branches.length > 0 && branches.every(isDated)),
  );
}
