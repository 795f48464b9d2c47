import * as ohm from 'ohm-js';
import { grammar } from './grammar.ts';
import {
  type Operator,
  type RegexValue,
  SearchError,
  type SearchQuery,
  type TextRange,
  type TextValue,
} from './query.ts';

/** UTF-16 units. Bounds the cost of hostile queries. */
export const maxLength = 2000;
/** Depth of nested parentheses and negations. */
const maxDepth = 50;

const placeOf = ({ source }: ohm.Node): TextRange => ({ from: source.startIdx, to: source.endIdx });

const joined = (type: 'and' | 'or', first: ohm.Node, others: ohm.Node): SearchQuery => {
  const operands = [first, ...others.children].map(each => each.read() as SearchQuery);
  return operands.length === 1 ? operands[0]! : { type, operands: operands };
};

const whole = (text: string): TextValue => ({ type: 'text', text, isWhole: true });
const plain = (text: string): TextValue => ({ type: 'text', text, isWhole: false });

interface Language {
  readonly grammar: ohm.Grammar;
  readonly semantics: ohm.Semantics;
}

let compiled: Language | null = null;

/** Compiled for the first search: that takes a third of the start of a command. */
function languageOf(): Language {
  compiled ??= compileLanguage();
  return compiled;
}

function compileLanguage(): Language {
  const language = ohm.grammar(grammar);
  const semantics = language.createSemantics();
  semantics.addOperation<TextValue | RegexValue>('value', {
    regex: (_open, source, _close, flag, _end): RegexValue => ({
      type: 'regex',
      source: source.sourceString,
      anyCase: flag.sourceString !== '',
    }),
    phrase: (_open, text, _close) => whole(text.sourceString.replace(/\\(["\\])/g, '$1')),
    bare: text => plain(text.sourceString),
    word: text => plain(text.sourceString),
  });
  semantics.addOperation<SearchQuery>('read', {
    Query_some: (query, _end) => query.read(),
    Query_all: _end => ({ type: 'all' }),
    Or: (first, _or, others) => joined('or', first, others),
    And: (first, _and, others) => joined('and', first, others),
    Not_word: (_not, operand) => ({ type: 'not', operand: operand.read() }),
    Not_sign: (_minus, operand) => ({ type: 'not', operand: operand.read() }),
    Primary_group: (_open, query, _close) => query.read(),
    field(name, operator, value) {
      return {
        type: 'field',
        name: name.sourceString,
        operator: operator.sourceString as Operator,
        value: value.value(),
        place: placeOf(this),
      };
    },
    regex(_open, _source, _close, _flag, _end) {
      return { ...this.value(), place: placeOf(this) };
    },
    phrase(_open, _text, _close) {
      return { ...this.value(), place: placeOf(this) };
    },
    word(_text) {
      return { ...this.value(), place: placeOf(this) };
    },
  });
  return { grammar: language, semantics };
}

/** @throws {SearchError} with the position of the first character that cannot be parsed */
export function parseSearch(text: string): SearchQuery {
  if (text.length > maxLength)
    throw new SearchError(`A search may have at most ${maxLength} characters; this one has ${text.length}.`, {
      from: maxLength,
      to: text.length,
    });
  const deep = depthOf(text);
  if (deep !== null)
    throw new SearchError(`Nested deeper than ${maxDepth} times.`, { from: deep, to: deep + 1 });
  const language = languageOf();
  const match = language.grammar.match(text);
  if (match.failed()) {
    const from = failureOf(text, match.getRightmostFailurePosition());
    throw new SearchError(wrongAt(text, from), { from, to: Math.min(text.length, from + 1) });
  }
  return language.semantics(match).read() as SearchQuery;
}

/** Position at which the query is nested too deep. Also counts parentheses within phrases, as an upper bound. */
function depthOf(text: string): number | null {
  let depth = 0;
  for (const found of text.matchAll(/[()]|NOT(?=\s)|(?:^|\s)-/g)) {
    depth += found[0] === ')' ? -1 : 1;
    if (found[0] !== ')' && found[0] !== '(')
      depth = notsEnd(text, found.index + found[0].length) ? depth : depth - 1;
    if (depth > maxDepth) return found.index;
  }
  return null;
}

/** True if another negation follows: only then do negations nest. */
const notsEnd = (text: string, at: number): boolean => /^\s*(?:NOT\s|-)/.test(text.slice(at, at + 40));

/** For a misplaced keyword, the position of its begin instead of its end. */
function failureOf(text: string, at: number): number {
  if (!/\s/.test(text.slice(at, at + 1))) return at;
  return at - (/(?:AND|OR|NOT)$/.exec(text.slice(0, at))?.[0].length ?? 0);
}

function wrongAt(text: string, at: number): string {
  const quotes = text.replace(/\\./g, '__').split('"').length - 1;
  if (quotes % 2 === 1) return 'A double quote is not closed.';
  if (at >= text.length) {
    const opened = text.split('(').length > text.split(')').length;
    return opened ? 'A parenthesis is not closed.' : 'Something is missing at the end.';
  }
  const rest = text.slice(at);
  if (rest.startsWith(')')) return 'This parenthesis closes nothing, or is empty.';
  const keyword = /^(AND|OR|NOT)(?![^\s()])/.exec(rest);
  if (keyword) return `${keyword[1]} needs an operand on both sides; in double quotes it is a word.`;
  return `"${rest.slice(0, 1)}" is not expected here.`;
}
