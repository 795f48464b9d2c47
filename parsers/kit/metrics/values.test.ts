import { describe, expect, it } from 'vitest';
import { isValue, number, quantity, unitOf } from './values.ts';

describe('numbers of metric tools', () => {
  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['.70', 0.7],
    ['0,56', 0.56],
    ['1e-3', 0.001],
  ])('reads %s', (text, value) => expect(number(text)).toBe(value));

  it.each(['', '-', 'nan', '1.2.3', '12K', '1,234.5', 'all'])('does not take %s for a number', text => {
    expect(number(text)).toBeNaN();
  });

  it.each([
    ['222.1k', 'kB/s', 222.1],
    ['1.5G', 'kB', 1.5 * 1024 ** 2],
    ['0.5k', 'B', 512],
    ['23Gi', 'MB', 23 * 1024],
    ['512.0B', 'kB', 0.5],
    ['11K', null, 11000],
    ['99.5%', '%', 99.5],
  ])('reads %s in a column of %s', (text, unit, value) => expect(quantity(text, unit)).toBe(value));

  it('distinguishes values, among them marks for a missing one, from words', () => {
    expect(['nan', '-nan', 'inf', '4.9K', '12'].every(isValue)).toBe(true);
    expect(['all', 'sda', 'CPU', '-', '12:00:00'].some(isValue)).toBe(false);
  });
});

describe('units of titles', () => {
  it.each([
    ['%util', '%'],
    ['rkB/s', 'kB/s'],
    ['kB_wrtn', 'kB'],
    ['kB_w+d/s', 'kB/s'],
    ['MB_read/s', 'MB/s'],
    ['rGB/s', 'GB/s'],
    ['rB/s', 'B/s'],
    ['kbmemfree', 'kB'],
    ['MBfsfree', 'MB'],
    ['r_await', 'ms'],
    ['cswch/s', '/s'],
    ['tps', '/s'],
    ['rsec/s', 'sectors/s'],
    ['Blk_read', 'blocks'],
    ['wareq-sz', 'kB'],
    ['usr-ms', 'ms'],
    ['aqu-sz', null],
    ['runq-sz', null],
  ])('%s is in %s', (title, unit) => expect(unitOf(title)).toBe(unit));
});
