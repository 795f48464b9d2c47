import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../parsers/contract.ts';
import { exampleFormat } from '../../parsers/example-format/format.ts';
import { formats } from '../../parsers/formats.ts';
import { faultOf, shrunk } from './faults.ts';
import { fuzz } from './fuzz.ts';
import { slowLines } from './long-lines.ts';
import { Random } from './random.ts';
import { seedsOf } from './seeds.ts';

const mutants = 12;

describe('mutants of every format', async () => {
  const seeds = await seedsOf([...formats, exampleFormat], 'fixtures');
  const others = seeds.flatMap(({ captures }) => captures);

  it.each(seeds.map(each => [each.format.id, each] as const))('%s', (_, { format, captures }) => {
    const found = fuzz(format, captures, { count: mutants, seed: 3, others });
    expect(found.map(({ fault, input }) => `${fault.kind}: ${fault.message} ${Buffer.from(input)}`)).toEqual(
      [],
    );
  });
});

describe('inputs that once had a fault', () => {
  const folder = new URL('found/', import.meta.url);

  it.each(readdirSync(folder))('%s', name => {
    const format = formats.find(({ id }) => id === name.split('.')[0])!;
    const bytes = readFileSync(new URL(name, folder));
    for (let seed = 1; seed <= 20; seed++) expect(faultOf(format, bytes, new Random(seed))).toBeNull();
  });
});

describe('faults', () => {
  const [format] = formats as readonly [Format];
  const broken = (push: (chunk: Uint8Array) => void): Format => ({
    ...format,
    unit: 'bytes',
    sniff: () => 'no',
    survey: undefined as never,
    open: output => ({
      push(chunk) {
        output.ledger(chunk.length, 0, 0);
        push(chunk);
      },
      end: () => undefined,
    }),
  });
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('are errors that no reader says itself, shrunk to what makes them', () => {
    const trips = broken(chunk => {
      if (chunk.includes(0x21)) throw new TypeError('cannot read it');
    });
    const input = bytes('a long text! with more behind');
    const fault = faultOf(trips, input, new Random(1));
    expect(fault?.kind).toContain('cannot read it');
    expect(fault?.message).toContain('fuzz.test');
    expect(Buffer.from(shrunk(trips, input, fault!.kind)).toString()).toBe('!');
  });

  it('are ledgers that do not close', () => {
    const forgetful: Format = {
      ...broken(() => undefined),
      open: () => ({ push: () => undefined, end: () => undefined }),
    };
    expect(faultOf(forgetful, bytes('abc'), new Random(1))?.kind).toBe('ledger');
  });

  it('are long lines that take more than time in proportion', () => {
    let sum = 0;
    const work = (steps: number) => {
      for (let step = 0; step < steps; step++) sum = (sum * 31 + step) | 0;
    };
    const quadratic = broken(chunk => work((chunk.length / 60) ** 2));
    expect(slowLines(quadratic, [bytes('abc')], new Random(1), [' '])).toMatchObject([{ character: ' ' }]);
    const linear = broken(chunk => work(chunk.length * 300));
    expect(slowLines(linear, [bytes('abc')], new Random(1), [' '])).toEqual([]);
  });

  it('are none where all holds', () => {
    expect(
      faultOf(
        broken(() => undefined),
        bytes('abc'),
        new Random(1),
      ),
    ).toBeNull();
  });
});
