/** Files that are cut and damaged: nothing crashes or hangs, and the ledger says what is missing. */
import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { etl } from './format.ts';
import {
  buffer,
  bytesOf as bytes,
  classicRecord,
  headerRecord,
  modernRecord,
  narrow,
  trace,
  u8,
  u16,
} from './writer.testing.ts';

const mutations = 400;

describe('descriptions that would never end are limited', () => {
  const read = (records: readonly Uint8Array[]) =>
    readAll(etl, trace([buffer([headerRecord({ tick: 0 })], { type: 4 }), buffer(records)]));
  const who = { pid: 1, tid: 2 };

  it('for lists whose elements have no size', () => {
    // Lists in lists of nothing: 65,535 of each.
    const list = (name: string) => [narrow(name), u8(0x38 | 0x80), u8(1), u16(0xffff)];
    const schema = bytes([u8(0), narrow('E'), ...list('a'), ...list('b'), ...list('c'), narrow('d'), u8(0)]);
    const items = [{ type: 11, parts: [u16(schema.length + 2), schema] }];
    const guid = '5a8c0f6e-1111-4222-8333-944455556666';
    expect(read([modernRecord({ guid, id: 0, items, ...who }, 10, [1, 2])]).events).toHaveLength(2);
  });

  it('for structures that contain themselves', () => {
    const many = 500;
    const properties = Array.from({ length: many }, () => [1, 0, u16(0), u16(many), 0, u16(1), u16(0), 0]);
    const info = [new Uint8Array(100), many, many, 0, ...properties.flat()];
    const of = { guid: 'bbccf6c1-6cd1-48c4-80ff-839482e37671', opcode: 32, version: 0, ...who };
    expect(read([classicRecord(of, 10, info)]).events).toHaveLength(2);
  });

  it('for manifests that are not XML', () => {
    for (const text of ['<', 'a', '>', "<a b='", '<a ', 'a=']) {
      const xml = new TextEncoder().encode(text.repeat(50_000 / text.length));
      const head = [u8(1), u8(1), u8(0), u8(0x5b), u16(1), u16(0)];
      const guid = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0';
      const { problems } = read([modernRecord({ guid, id: 0xfffe, ...who }, 10, [...head, xml])]);
      expect(problems.map(({ code }) => code)).toEqual(['manifest-incomplete']);
    }
  });
});

describe.each(['scheduler.etl', 'packed.etl', 'small-32.etl'])('%s', name => {
  it(`is read with ${mutations} kinds of damage`, async () => {
    const whole = await bytesOf(fixture(`etl/${name}`));
    let seed = 7;
    const below = (most: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * most);
    };
    for (let mutation = 0; mutation < mutations; mutation++) {
      const damaged = new Uint8Array(whole);
      for (let changes = 1 + below(8); changes > 0; changes--) {
        const at = below(damaged.length);
        const length = below(3) === 0 ? 1 + below(16) : 1;
        const value = below(2) === 0 ? below(256) : [0, 1, 127, 128, 255][below(5)]!;
        damaged.fill(value, at, at + length);
      }
      const { counts, failed } = readAll(etl, damaged);
      expect(failed, `mutation ${mutation}`).toBeNull();
      expect(counts.used + counts.blank + counts.skipped, `mutation ${mutation}`).toBe(damaged.length);
    }
  }, 60_000);
});
