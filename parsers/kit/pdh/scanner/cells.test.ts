import { describe, expect, it } from 'vitest';
import { ascii } from '../../bytes.ts';
import { cellsScanner } from './cells.ts';

const comma = 0x2c;
const scanner = cellsScanner();

function read(text: string, most = 1000) {
  scanner.load(ascii(text));
  const count = scanner.read(0, comma, most);
  return {
    values: [...scanner.values.subarray(0, count)],
    rest: text.slice(scanner.stop),
    ended: scanner.ended,
  };
}

describe('cells of numbers', () => {
  it('are read to the end of the line, quoted or not', () => {
    expect(read('"1","2.50",3,-4.25\r\n"5"')).toEqual({
      values: [1, 2.5, 3, -4.25],
      rest: '"5"',
      ended: true,
    });
    expect(read('1,2', 1)).toEqual({ values: [1], rest: '2', ended: false });
  });

  it('have the value NaN if they are empty', () => {
    const { values, rest } = read('""," ",, ,"0","-0.00",7');
    expect(values).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0, -0]);
    expect(rest).toBe('7');
  });

  it('are left to the host if they are not plain numbers, or incomplete', () => {
    for (const odd of ['x', '"x"', '"1,5"', '1e5', '"1" ', '-', '.', '"."', '"-"', '"  "', '"1""2"', '1 2'])
      expect(read(`1,${odd},2,`), odd).toEqual({ values: [1], rest: `${odd},2,`, ended: false });
    for (const cut of ['', '"', '"1', '"1"', '"1.', '12.5', '-', '"1"\r'])
      expect(read(`1,${cut}`), cut).toEqual({ values: [1], rest: cut, ended: false });
  });

  it('are the nearest double, however many digits there are before and after the point', () => {
    for (let whole = 0; whole <= 17; whole++)
      for (let decimals = 0; decimals <= 17; decimals++) {
        if (whole + decimals === 0) continue;
        const number = `${'9081726354987654321'.slice(0, whole)}${decimals > 0 ? '.' : ''}${'0192837465019283746'.slice(0, decimals)}`;
        const { values, rest } = read(`"${number}",x`);
        // Left to the host: seven digits before a point, or more than fifteen digits in all.
        if (rest === 'x') expect(values, number).toEqual([Number(number)]);
        else expect([values, whole + decimals > 15 || whole === 7], number).toEqual([[], true]);
      }
    for (const number of ['5.', '.5', '00012', '-.25', '-007.50'])
      expect(read(`${number}\n`).values, number).toEqual([Number(number)]);
  });

  it('are all read, in several calls if there are many', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => (i * 37) / 100);
    scanner.load(ascii(`${many.join(',')}\n`));
    const values: number[] = [];
    for (let from = 0; !scanner.ended || from === 0; from = scanner.stop) {
      const count = scanner.read(from, comma, 1 << 30);
      expect(count).toBeGreaterThan(0);
      for (const value of scanner.values.subarray(0, count)) values.push(value);
    }
    expect(values).toEqual(many);
  });
});
