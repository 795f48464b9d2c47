import { describe, expect, it } from 'vitest';
import { ascii, decode } from './bytes.ts';
import { type JsonPlace, JsonStream, maxValue } from './json-stream.ts';

const place: JsonPlace = { list: { '[]': { items: {} } } };

interface Read {
  readonly values: string[];
  readonly broken: string[];
  readonly counts: { readonly used: number; readonly blank: number; readonly skipped: number };
}

function read(chunks: readonly Uint8Array[], places = place): Read {
  const values: string[] = [];
  const broken: string[] = [];
  const stream = new JsonStream(places, {
    enter: (key, depth) => values.push(`${depth}> ${key}`),
    leave: (key, depth) => values.push(`${depth}< ${key}`),
    value(key, depth, bytes, start, end, { line, lines, offset }) {
      values.push(`${depth} ${key} = ${decode(bytes, start, end)} @${line}+${lines} ${offset}`);
      return true;
    },
    broken: (code, length, { line }) => broken.push(`${code} ${length} @${line}`),
  });
  for (const chunk of chunks) stream.push(chunk.slice());
  return { values, broken, counts: stream.end() };
}

const chunksOf = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

describe('a stream of JSON', () => {
  const text = '{"a": 1,\n"list":[{"items":["x\\"]}", {"b":[1,\n2]} ,-3.5e2,null],"k":{}}]}\n{"list":null}';

  it('enters the containers of its `JsonPlace`, and passes all other values on whole', () => {
    expect(read([ascii(text)])).toEqual({
      values: [
        '1> ',
        '1 a = 1 @1+1 6',
        '2> list',
        '3> []',
        '4> items',
        '4 [] = "x\\"]}" @2+1 27',
        '4 [] = {"b":[1,\n2]} @2+2 36',
        '4 [] = -3.5e2 @3+1 50',
        '4 [] = null @3+1 57',
        '4< items',
        '3 k = {} @3+1 67',
        '3< []',
        '2< list',
        '1< ',
        '1> ',
        '1 list = null @4+1 81',
        '1< ',
      ],
      broken: [],
      counts: { used: text.length - 1, blank: 1, skipped: 0 },
    });
  });

  it('reads the same however the bytes are chunked, and skips a byte order mark', () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...ascii(text)]);
    const whole = read([bytes]);
    for (const size of [1, 2, 3, 7]) expect(read(chunksOf(bytes, size))).toEqual(whole);
    expect(whole.values.filter(value => !/[<>]/.test(value))).toHaveLength(7);
  });

  it('continues on the next line after text that is not JSON', () => {
    const { values, broken, counts } = read([ascii('{"list":[} oh\n{"a":2}\nhello\n')]);
    expect(values.at(-2)).toBe('1 a = 2 @2+1 19');
    expect(broken).toEqual(['not-json 4 @1', 'not-json 5 @3']);
    expect(counts).toEqual({ used: 16, blank: 3, skipped: 9 });
  });

  it('drops a value that is too long, and continues after it', () => {
    const long = new Uint8Array(maxValue + 100).fill(0x61);
    const chunks = [ascii('{"list":[{"items":["'), ...chunksOf(long, 1 << 20), ascii('",7]}]}')];
    const { values, broken, counts } = read(chunks);
    expect(values).toContain(`4 [] = 7 @1+1 ${20 + long.length + 2}`);
    expect(broken).toEqual([`value-too-long ${long.length + 2} @1`]);
    expect(counts.skipped).toBe(long.length + 2);
  });

  it('reports a truncated document, and passes on the values before', () => {
    const { values, broken, counts } = read([ascii('{"list":[{"items":[1,{"b":')]);
    expect(values).toContain('4 [] = 1 @1+1 19');
    expect(broken).toEqual(['document-cut 5 @1']);
    expect(counts).toEqual({ used: 21, blank: 0, skipped: 5 });
  });

  it('enters no container because its key is a property of every object, such as `constructor`', () => {
    expect(read([ascii('{"constructor":[1],"__proto__":{"x":1}}')]).values).toEqual([
      '1> ',
      '1 constructor = [1] @1+1 15',
      '1 __proto__ = {"x":1} @1+1 31',
      '1< ',
    ]);
  });
});
