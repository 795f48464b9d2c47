import { expect, it } from 'vitest';
import type { Format } from '../../contract.ts';
import { ascii } from '../bytes.ts';
import { readAll } from '../recorder.ts';
import { TextReader, type Verdict } from './text-reader.ts';

/** A reader whose fields have the names that {@link TextReader} might use itself. */
class Reader extends TextReader {
  protected used = new Set<string>();
  protected blank = '';
  protected skipped = 'none';
  protected held: string[] = [];
  protected start = Number.NaN;
  protected bytes = 'x';
  protected number = -1;
  protected offset = 'y';
  protected count = 0;

  protected read(line: string): Verdict {
    if (line === '?') return this.unknown();
    this.count++;
    this.held.push(line);
    return 'held';
  }

  protected override finish(): void {
    this.out.about({ command: `${this.count} ${this.held.join(' ')}` });
    this.settle('used');
  }

  protected override separator(): void {
    if (this.count === 3) this.problem('gap', 'notice', 'A gap.');
  }
}

const format: Format = {
  id: 'fields',
  title: 'fields',
  unit: 'lines',
  version: 1,
  load: async () => format,
  sniff: () => 'no',
  open: (out, options) => new Reader(out, options),
};

it('subclasses may have fields of any name', () => {
  const { counts, facts, problems } = readAll(format, ascii('a\n\nb\n?\n'));
  expect(counts).toEqual({ used: 2, blank: 1, skipped: 1 });
  expect(facts.command).toBe('2 a b');
  expect(problems).toMatchObject([{ line: 4, offset: 5, example: '?' }]);
});

it("reports a problem found at a blank line with that line's number", () => {
  const { problems } = readAll(format, ascii('a\nb\nc\n \nd\n'));
  expect(problems).toMatchObject([{ code: 'gap', line: 4, offset: 6 }]);
});
