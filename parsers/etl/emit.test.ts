/** Values given one by one are those that {@link Payload.read} reads, which defines what is right. */
import { expect, it } from 'vitest';
import { none } from '../contract.ts';
import { Recorder } from '../kit/recorder.ts';
import { Block } from './bytes.ts';
import { Emitter } from './emit.ts';
import { Payload } from './payload.ts';
import { type Field, fieldsOf, In } from './schema.ts';

const types =
  'wide narrow utf8 i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 bool guid ptr size hex16 hex32 hex64 port ip4 rest wide[4] u32[3]'.split(
    ' ',
  );
const hexes: Field[] = [In.U8, In.I8, In.U32, In.I32, In.I64, In.U64].map(type => ({
  ...fieldsOf('x:u8')[0]!,
  in: type,
  out: 16,
}));

function rowOf(fields: readonly Field[], bytes: Uint8Array, pointer: number) {
  const recorder = new Recorder();
  const emitter = new Emitter(recorder, path => path);
  const def = { kind: 'Event', provider: null, fields, isNamed: true };
  emitter.begin(def);
  new Payload().give(fields, new Block(bytes), 0, bytes.length, pointer, emitter);
  const where = { ts: Number.NaN, duration: Number.NaN, cpu: -1, thread: none, stack: none } as const;
  emitter.finish({ ...where, level: 0, line: 1, offset: 0 });
  emitter.run.flush();
  return recorder.events[0]!;
}

it('emits the values that `read` returns, for every type and every length of the payload', () => {
  let random = 3;
  const byte = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return random >>> 24;
  };
  const texts = [...types.map(type => fieldsOf(`x:${type}`)[0]!), ...hexes];
  for (const field of texts)
    for (let round = 0; round < 60; round++) {
      // Texts in ASCII, in other letters, and none; numbers of few and of many digits.
      const isWide = field.in === In.Wide;
      const bytes = Uint8Array.from({ length: round % 24 }, (_, at) => {
        if (round % 3 === 0) return byte();
        if (round % 3 === 1) return isWide && at % 2 === 1 ? 0 : 0x20 + (byte() % 0x5f);
        return at < 2 ? byte() : 0;
      });
      for (const pointer of [4, 8]) {
        const payload = new Payload();
        const [value] = payload.read([field], new Block(bytes), 0, bytes.length, pointer);
        const { fields, message } = rowOf([field], bytes, pointer);
        const isNone = value === null || value === undefined || value === '';
        const is = `${field.in} ${field.out} ${[...bytes]} ${pointer}`;
        expect(fields.x ?? null, is).toEqual(isNone || Number.isNaN(value) ? null : value);
        const printed = (message ?? '').replace(/(, )?… [0-9a-f]*$/, '');
        expect(printed, is).toBe(isNone ? '' : `x: ${value}`);
      }
    }
});

it('prints all authorities of a SID', () => {
  const sid = { ...fieldsOf('x:u8')[0]!, in: In.Sid };
  const bytes = Uint8Array.of(1, 3, 0, 0, 0, 0, 1, 5, 32, 0, 0, 0, 0x20, 2, 0, 0, 0xff, 0xff, 0xff, 0xff);
  const values = new Payload().read([sid], new Block(bytes), 0, bytes.length, 8);
  expect(values).toEqual(['S-1-261-32-544-4294967295']);
});

it('truncates a message longer than the maximum length of a text, and keeps the fields', () => {
  const name = 'n'.repeat(3000);
  const fields = fieldsOf(Array.from({ length: 500 }, (_, at) => `${name}${at}:u8`).join(' '));
  const { fields: values, message } = rowOf(fields, new Uint8Array(500).fill(7), 8);
  expect(message?.length).toBeGreaterThan(1 << 20);
  expect(Object.values(values)).toEqual(Array(500).fill(7));
});
