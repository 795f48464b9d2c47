/** Parses the text of a pattern into steps. */

import { byteSet, Op, type Step, step } from './steps.ts';
import { Spelling } from './time.ts';

/** Facts about a pattern that the parser collects. */
export interface Named {
  /** Column names in the order of their first appearance. */
  readonly columns: string[];
  /** Per column: true if its value is a number. */
  readonly numeric: boolean[];
  /** Per column: the unit of its numbers, if the pattern states one. */
  readonly units: (string | undefined)[];
  /** Time spellings that the format's patterns share. */
  readonly spellings: Map<string, Spelling>;
}

export class PatternParser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly pattern: Named,
  ) {}

  sequence(): Step[] {
    const nodes: Step[] = [];
    let literal = '';
    const flush = (): void => {
      if (literal !== '') nodes.push(step(Op.Literal, { literal: new TextEncoder().encode(literal) }));
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
        nodes.push(step(Op.Blanks));
      } else if (char === '~') {
        flush();
        nodes.push(step(Op.MaybeBlanks));
      } else if (char === '\\') {
        literal += this.text[this.at++] ?? '\\';
      } else literal += char;
    }
    flush();
    return nodes;
  }

  private group(): Step {
    this.depth++;
    const branches = [this.sequence()];
    while (this.text[this.at] === '|') {
      this.at++;
      branches.push(this.sequence());
    }
    if (this.text[this.at] !== ')') throw this.error('a ( without its )');
    this.at++;
    this.depth--;
    if (this.text[this.at] !== '?') return step(Op.Alternatives, { branches });
    this.at++;
    return branches.length === 1
      ? step(Op.Optional, { branches })
      : step(Op.Optional, { branches: [[step(Op.Alternatives, { branches })]] });
  }

  private columnNode(): Step {
    const nameEnd = this.text.slice(this.at).search(/[:<>}]/);
    if (nameEnd <= 0) throw this.error('a { without a name and its }');
    const name = this.text.slice(this.at, this.at + nameEnd);
    this.at += nameEnd;
    let type = '';
    const edge = this.text[this.at];
    if ((edge === '<' || edge === '>') && this.text[this.at + 1] === '}') {
      // A level and a time are read where they stand, and `_` is no column.
      if (/^(?:level|time\+?|_)$/.test(name)) throw this.error(`{${name}${edge}} sets nothing`);
      this.at += 2;
      return step(edge === '<' ? Op.Open : Op.Close, { column: this.column(name, false) });
    }
    if (this.text[this.at] === ':') {
      const from = this.at + 1;
      // A class may hold a brace.
      const inClass = this.text[from] === '[' && !name.startsWith('time');
      const searchFrom = inClass ? this.text.indexOf(']', from + 2) : from;
      const close = this.text.indexOf('}', searchFrom);
      if (close < 0 || searchFrom < 0) throw this.error(`the column ${name} has no }`);
      type = this.text.slice(from, close);
      if (!inClass && type.includes('{')) throw this.error(`the column ${name} has no }`);
      this.at = close;
    }
    this.at++;
    return this.typed(name, type);
  }

  private typed(name: string, typeAndUnit: string): Step {
    const [, measured, unit] = /^(int|number) (\S{1,16})$/.exec(typeAndUnit) ?? [];
    const type = measured ?? typeAndUnit;
    if (name === 'time+') return step(Op.Time, { spelling: new Spelling(type), least: 1 });
    if (name === 'time') {
      return type === '' ? step(Op.AnyTime) : step(Op.Time, { spelling: this.spelling(type) });
    }
    if (name === 'level') {
      return step(Op.Level, { set: type === '' ? levelBytes : this.classNode(name, -1, type).set });
    }
    const numeric = type === 'int' || type === 'number' || type === 'hex';
    const column = name === '_' ? -1 : this.column(name, numeric);
    if (column >= 0 && unit !== undefined) this.pattern.units[column] = unit;
    switch (type) {
      case '':
        return step(Op.Until, { column });
      case 'lazy':
        return step(Op.Lazy, { column });
      case 'word':
        return step(Op.Class, { column, set: byteSet(byte => byte !== 0x20 && byte !== 0x09), least: 1 });
      case 'token':
        return step(Op.Class, { column, least: 1 });
      case 'int':
        return step(Op.Int, { column });
      case 'number':
        return step(Op.Number, { column });
      case 'hex':
        return step(Op.Hex, { column });
      case 'structured':
        return step(Op.Structured, { column });
      case 'quoted':
        return step(Op.Quoted, { column });
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

  private classNode(name: string, column: number, type: string): Step {
    const match = /^\[(\^?)(.+)\](\*?)$/s.exec(type);
    if (match === null) throw this.error(`the column ${name} has the type ${type}, which does not exist`);
    const [, not, body, star] = match;
    const listed = classBytes(body!);
    const set = byteSet(byte => (listed.has(byte) ? not === '' : not !== ''));
    return step(Op.Class, { column, set, least: star === '*' ? 0 : 1 });
  }

  private column(name: string, numeric: boolean): number {
    const known = this.pattern.columns.indexOf(name);
    if (known >= 0) {
      if (this.pattern.numeric[known] !== numeric)
        throw this.error(`the column ${name} is a number in one place and a text in another`);
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
