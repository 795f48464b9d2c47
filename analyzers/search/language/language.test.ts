import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLength, parseSearch } from './parse.ts';
import { printSearch } from './print.ts';
import { SearchError, type SearchQuery } from './query.ts';

/** Without places, which a printed search has elsewhere. */
const bare = (query: SearchQuery): unknown =>
  JSON.parse(JSON.stringify(query, (key, value) => (key === 'place' ? undefined : value)));
const read = (text: string) => bare(parseSearch(text));
const text = (word: string, isWhole = false) => ({ type: 'text', text: word, isWhole });

const wrong = (query: string): [string, number] => {
  try {
    parseSearch(query);
  } catch (error) {
    if (error instanceof SearchError) return [error.message, error.place.from];
  }
  throw new Error(`${query} is read`);
};

describe('the language of searches', () => {
  it('joins words by AND, before OR', () => {
    expect(read('a b OR c AND d')).toEqual({
      type: 'or',
      operands: [
        { type: 'and', operands: [text('a'), text('b')] },
        { type: 'and', operands: [text('c'), text('d')] },
      ],
    });
  });

  it('negates by NOT and by a minus', () => {
    expect(read('-a NOT (b OR c)')).toEqual({
      type: 'and',
      operands: [
        { type: 'not', operand: text('a') },
        { type: 'not', operand: { type: 'or', operands: [text('b'), text('c')] } },
      ],
    });
    expect(read('--limit a-b -')).toEqual({
      type: 'and',
      operands: [text('--limit'), text('a-b'), text('-')],
    });
  });

  it('reads fields with operators', () => {
    const field = (name: string, operator: string, value: unknown) => ({
      type: 'field',
      name,
      operator,
      value,
    });
    expect(read('level>=warn')).toEqual(field('level', '>=', text('warn')));
    expect(read('time>03:49')).toEqual(field('time', '>', text('03:49')));
    expect(read('function:LWLock*')).toEqual(field('function', ':', text('LWLock*')));
    expect(read('process:"a b"')).toEqual(field('process', ':', text('a b', true)));
    expect(read('module:/vmci/')).toEqual(
      field('module', ':', { type: 'regex', source: 'vmci', anyCase: false }),
    );
  });

  it('reads text that only resembles a field, a regex or a keyword as a word', () => {
    for (const word of [
      '03:49:12',
      '/usr/lib',
      'std::string',
      'http://x/y',
      'request:',
      'ORDER',
      'NOTE',
      'a*b',
    ])
      expect(read(word)).toEqual(text(word));
  });

  it('reads phrases and regular expressions literally', () => {
    expect(read(String.raw`"C:\x \"y\" OR"`)).toEqual(text(String.raw`C:\x "y" OR`, true));
    expect(read(String.raw`/a\/b (c|d)+/i`)).toEqual({
      type: 'regex',
      source: String.raw`a\/b (c|d)+`,
      anyCase: true,
    });
    expect(read(' ')).toEqual({ type: 'all' });
  });

  it('gives the position of an error', () => {
    expect(wrong('a OR')).toEqual(['Something is missing at the end.', 4]);
    expect(wrong('a (b')).toEqual(['A parenthesis is not closed.', 4]);
    expect(wrong('a OR AND b')[1]).toBe(5);
    expect(wrong('a )')[1]).toBe(2);
    expect(wrong('"a b')[0]).toBe('A double quote is not closed.');
  });

  it('is bounded in length and depth', () => {
    expect(wrong('a'.repeat(maxLength + 1))[1]).toBe(maxLength);
    expect(wrong(`${'('.repeat(900)}a${')'.repeat(900)}`)[0]).toContain('deeper');
    expect(wrong('NOT '.repeat(450))[0]).toContain('deeper');
  });

  const place = { from: 0, to: 0 };
  const word = fc
    .stringMatching(/^[^\s()"]{1,8}$/)
    .filter(each => !/^(AND|OR|NOT)$|^[-/]|^[A-Za-z][\w.-]*[:=<>!]/.test(each) && isWord(each));
  const value = fc.oneof(
    fc.string({ maxLength: 8 }).map(each => ({ type: 'text' as const, text: each, isWhole: true })),
    fc
      .stringMatching(/^[a-z0-9*:.]{1,6}$/)
      .filter(each => !each.startsWith(':'))
      .map(each => ({ type: 'text' as const, text: each, isWhole: false })),
    fc
      .tuple(fc.stringMatching(/^([a-z. ()|*"]|\\[/d."]){1,8}$/), fc.boolean())
      .map(([source, anyCase]) => ({ type: 'regex' as const, source, anyCase })),
  );
  const leaf: fc.Arbitrary<SearchQuery> = fc.oneof(
    word.map(each => ({ type: 'text' as const, text: each, isWhole: false, place })),
    value.filter(each => each.type === 'regex' || each.isWhole).map(each => ({ ...each, place })),
    fc.record({
      type: fc.constant('field' as const),
      name: fc.stringMatching(/^[a-z][a-z_.]{0,5}$/),
      operator: fc.constantFrom(':', '=', '!=', '<', '<=', '>', '>=') as fc.Arbitrary<':' | '='>,
      value,
      place: fc.constant(place),
    }),
  );
  const { query } = fc.letrec<{ query: SearchQuery }>(tie => ({
    query: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('query').map(operand => ({ type: 'not' as const, operand })),
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
        .map(([type, operands]) => ({ type: type as 'and' | 'or', operands })),
    ),
  }));

  it('prints any query so that it is read as the same query', () => {
    fc.assert(
      fc.property(query, each => {
        const printed = printSearch(each);
        fc.pre(printed.length <= maxLength);
        expect(read(printed)).toEqual(bare(each));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('reads any text or gives the position of an error, and prints the query that it read', () => {
    const pieces = fc.constantFrom(
      'a',
      ' ',
      '(',
      ')',
      '"',
      '/',
      'OR',
      ' AND ',
      'NOT ',
      '-',
      ':',
      '=',
      '\\',
      '*',
      'level',
      '>=',
      '5',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), each => {
        const typed = each.join('');
        let found: SearchQuery;
        try {
          found = parseSearch(typed);
        } catch (error) {
          expect(error).toBeInstanceOf(SearchError);
          return;
        }
        expect(read(printSearch(found))).toEqual(bare(found));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});

/** Read as one word. */
function isWord(text: string): boolean {
  try {
    const found = parseSearch(text);
    return found.type === 'text' && found.text === text && !found.isWhole;
  } catch {
    return false;
  }
}
