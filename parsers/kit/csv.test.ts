import { describe, expect, it } from 'vitest';
import { cellsOf } from './csv.ts';

/** Reference implementation, one character at a time. */
function cellsByCharacter(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '"') {
      if (quoted && line[at + 1] === '"') cell += line[++at];
      else quoted = !quoted;
    } else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  return cells;
}

describe('cells of a line', () => {
  it.each([
    ['a,b,', ['a', 'b', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""no""",x', ['say "no"', 'x']],
    ['a "b,c" d, "e"', ['a b,c d', ' e']],
    ['"never closed, x', ['never closed, x']],
  ])('%s', (line, cells) => {
    expect(cellsOf(line)).toEqual(cells);
  });

  it('are the same as by a parser that reads character by character, for every line of 8 quotes, separators and letters', () => {
    for (let n = 0; n < 4 ** 8; n++) {
      const line = n.toString(4).replace(/./g, digit => 'a",;'[Number(digit)]!);
      expect(cellsOf(line, ','), line).toEqual(cellsByCharacter(line, ','));
    }
  });
});
