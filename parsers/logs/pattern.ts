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
 * | `( … )?` | the content, if present |
 * | `( … \| … )` | the first alternative that matches |
 * | `{name}` | bytes up to the next element of the pattern; at its end, the rest of the line |
 * | `{name:word}` | one or more bytes that are not blank |
 * | `{name:token}` | the same, but stops at any byte that may follow in the pattern |
 * | `{name:int}` `{name:number}` `{name:hex}` | a number; `-` alone is no value |
 * | `{name:int ms}` `{name:number s}` | a number in a unit |
 * | `{name:quoted}` | `"…"` with `\` or doubled quotes inside; the value is without the outer quotes |
 * | `{name:structured}` | `[id key="value" …]…` of RFC 5424 |
 * | `{name:[a-z_]}` | one or more bytes of a class; `{name:[^]]*}` none or more, `[^…]` all others |
 * | `{time:…}` | a time, spelled as in `time.ts`; `{time}` in any spelling it knows |
 * | `{level}` | a word that means a level |
 * | `{_}` | as above without a column |
 * | `{name<}…{name>}` | a column over everything in between |
 * | `{name:lazy}` | text up to the first place from which the rest of the group matches, within 512 bytes; for `message`, also within the last 512 of the line |
 * | `{level:[…]}` | a level of bytes of a class |
 * | `{time+:…}` | parts missing from the time above: its year, its fraction |
 * | `\` | makes the next character literal |
 *
 * Only `lazy` is tried more than once: a group that matched stays matched, and text ends at the first place
 * where the next element occurs. So matching takes time linear in the length of the line, whatever it holds;
 * a general regular expression cannot promise that.
 */
import { hexDigit, parseDecimal, parseSigned } from '../kit/bytes.ts';
import type { Levels } from './levels.ts';
import { type Match, maxColumns } from './match.ts';
import { type Named, PatternParser } from './pattern-parser.ts';
import { find, hexValue, quotedEnd, structuredEnd } from './scan.ts';
import { anyTime, type TimeFinder } from './spellings.ts';
import { isDated, markOpening, Op, type Step, settle, weigh } from './steps.ts';
import type { Spelling } from './time.ts';

/** Bytes that `lazy` searches. */
const maxLazy = 512;

/** Longest time, bytes. */
const longestTime = 36;
/** Weight that the text before a time must have for a line that ends within the time: see `weigh`. */
const cutEvidence = 6;

const learns = (steps: readonly Step[]): boolean =>
  steps.some(({ op, branches }) => op === Op.AnyTime || branches.some(learns));

export class Pattern implements Named {
  /** Column names in the order of their first appearance. */
  readonly columns: string[] = [];
  /** Per column: true if its value is a number. */
  readonly numeric: boolean[] = [];
  /** Per column: the unit of its numbers, if the pattern states one. */
  readonly units: (string | undefined)[] = [];
  readonly specificity: number;
  /** True if its time states the year. */
  readonly dated: boolean;
  /** True if it remembers how the times of a file are spelled. */
  readonly learns: boolean;
  /** 1 for bytes that a line of this pattern may begin with. */
  readonly opening = new Uint8Array(256);
  readonly steps: readonly Step[];
  private finder: TimeFinder | null = null;

  /** @throws Error with a sentence that says what is wrong and where */
  constructor(
    readonly text: string,
    readonly levels: Levels,
    /** Spellings shared with the format's other patterns. */
    readonly spellings: Map<string, Spelling> = new Map(),
  ) {
    this.steps = new PatternParser(text, this).sequence();
    settle(this.steps, null, text);
    this.learns = learns(this.steps);
    this.specificity = weigh(this.steps);
    this.dated = isDated(this.steps);
    markOpening(this.steps, this.opening);
    if (this.columns.length > maxColumns) throw new Error(`it has more than ${maxColumns} columns`);
  }

  /** The same pattern for another file: it has learnt nothing. */
  unlearned(): Pattern {
    const copy: Pattern = Object.create(Pattern.prototype);
    return Object.assign(copy, this, { finder: null });
  }

  /** Index of a column, or -1. */
  column(name: string): number {
    return this.columns.indexOf(name);
  }

  /** True if the whole of `bytes[start, end)` matches; `into` then holds its columns. */
  match(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    into.level = null;
    into.spans.fill(-1, 0, 2 * this.columns.length);
    return this.run(this.steps, bytes, start, end, into) === end;
  }

  /**
   * For a line that does not match: fills `into` with the columns before the first step that fails. Returns
   * the position of that step, or -1 if the line proves nothing up to there: it must hold a time, or end within
   * it after enough other text.
   */
  stop(bytes: Uint8Array, start: number, end: number, into: Match): number {
    const { spans } = into;
    const count = this.columns.length;
    into.timed = false;
    into.level = null;
    spans.fill(-1, 0, 2 * count);
    let at = start;
    let isCut = false;
    for (const [index, step] of this.steps.entries()) {
      const after = this.run([step], bytes, at, end, into);
      if (after < 0) {
        this.forget([step], into);
        isCut =
          step.op === Op.Time && end - at < longestTime && weigh(this.steps.slice(0, index)) >= cutEvidence;
        break;
      }
      at = after;
    }
    const message = this.column('message');
    // Columns that were opened and not closed.
    for (let column = 0; column < count; column++)
      if (column !== message && spans[2 * column + 1]! < spans[2 * column]!) spans[2 * column] = -1;
    return into.timed || isCut ? at : -1;
  }

  /** One switch, because it is run for every line. */
  private run(nodes: readonly Step[], bytes: Uint8Array, start: number, end: number, into: Match): number {
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
          at = quotedEnd(bytes, at, end);
          if (at < 0) return -1;
          if (step.column >= 0) {
            into.spans[2 * step.column] = from + 1;
            into.spans[2 * step.column + 1] = at - 1;
          }
          continue;
        case Op.Structured:
          at = structuredEnd(bytes, at, end);
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
          this.finder ??= anyTime();
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
    nodes: readonly Step[],
    index: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    into: Match,
  ): number {
    const { column, literal } = nodes[index]!;
    const rest = nodes.slice(index + 1);
    const tryIn = (from: number, stop: number): number => {
      for (
        let at = find(bytes, from, stop, literal, false);
        at >= 0;
        at = find(bytes, at + 1, stop, literal, false)
      ) {
        const after = this.run(rest, bytes, at, end, into);
        // A pattern must match the whole line, so a later end may fit where this one leaves a rest.
        if (after < 0 || (nodes === this.steps && after !== end)) continue;
        if (column >= 0) {
          into.spans[2 * column] = start;
          into.spans[2 * column + 1] = at;
        }
        return after;
      }
      return -1;
    };
    const stop = Math.min(end, start + maxLazy);
    const after = tryIn(start, stop);
    if (after >= 0 || stop === end || nodes !== this.steps || this.columns[column] !== 'message')
      return after;
    // What follows a message ends the line, however long the message is.
    return tryIn(Math.max(stop - literal.length + 1, end - maxLazy), end);
  }

  private number(step: Step, bytes: Uint8Array, start: number, end: number, into: Match): number {
    let at = start;
    let value = Number.NaN;
    const sign = at < end && (bytes[at] === 0x2d || bytes[at] === 0x2b);
    if (sign) at++;
    const from = at;
    if (step.op === Op.Hex) {
      while (at < end && hexDigit(bytes[at]!) >= 0) at++;
      if (at === from) return -1;
      value = hexValue(bytes, from, at);
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
        // `-` alone: no value.
        if (!sign || bytes[start] !== 0x2d) return -1;
      } else {
        value = step.op === Op.Int ? parseSigned(bytes, start, at) : parseDecimal(bytes, start, at);
      }
    }
    if (step.column >= 0) into.numbers[step.column] = value;
    return at;
  }

  /** Clears the columns noted by a branch that then failed. */
  private forget(nodes: readonly Step[], into: Match): void {
    for (const { column, op, branches } of nodes) {
      if (column >= 0) into.spans[2 * column] = -1;
      if (op === Op.Time || op === Op.AnyTime) into.timed = false;
      if (op === Op.Level) into.level = null;
      for (const branch of branches) this.forget(branch, into);
    }
  }
}
