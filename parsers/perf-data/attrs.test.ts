import { expect, it } from 'vitest';
import { type Attr, nameOfAttr } from './attrs.ts';

const attr = (type: number, config: bigint, ...bits: readonly number[]): Attr => ({
  type,
  config,
  period: 0,
  sampleType: 0,
  readFormat: 0,
  flags: bits.reduce((flags, bit) => flags | (1n << BigInt(bit)), 0n),
  branchType: 0,
  userRegisters: 0n,
  interruptRegisters: 0n,
  clock: -1,
  size: 128,
});
const [user, kernel, hypervisor, precise, host, guest] = [4, 5, 6, 15, 19, 20] as const;

it.each([
  ['cpu-clock', attr(1, 0n, guest)],
  ['cpu-clock', attr(1, 0n)],
  ['cpu-clock:uH', attr(1, 0n, kernel, hypervisor, guest)],
  ['cpu-clock:k', attr(1, 0n, user, hypervisor)],
  ['cycles:ppp', attr(0, 0n, precise, precise + 1)],
  ['cycles:kppH', attr(0, 0n, user, hypervisor, precise + 1, guest)],
  ['cycles:G', attr(0, 0n, host)],
])('an event that the file does not name is %s', (name, of) => {
  expect(nameOfAttr(of)).toBe(name);
});
