/** Values of high-cardinality fields are read back as they were written, interned or not. */
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import { Lookups } from './uninterned.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const lines = 20_000;
const client = (line: number) => `10.${line >> 16}.${(line >> 8) & 255}.${line & 255}`;
const session = (line: number) => `s-${(line * 7919) % 1_000_003}`;

const access = (line: number) =>
  `${client(line)} - - [10/Oct/2023:13:55:36 +0000] "GET /page${line % 7} HTTP/1.1" 200 ${line} "-" "agent ${line % 3}"`;
/** Lines that are read one by one, because their messages may contain pairs. */
const service = (line: number) =>
  `2023-10-10T13:55:36.000Z INFO served session=${session(line)} page=${line % 7} took ${line} ms`;

const write = (name: string, line: (line: number) => string) =>
  scratch.file(name, Array.from({ length: lines }, (_, i) => `${line(i)}\n`).join(''));

describe('values of fields', () => {
  it('are found although they are not interned', async () => {
    const paths = [write('access.log', access), write('service.log', service)];
    await imported(
      { paths },
      async (workspace, report) => {
        expect(report.failures).toEqual([]);
        const [clients] = await rowsOf(
          workspace,
          `SELECT count(*)::INT, count(DISTINCT client)::INT, count(DISTINCT path)::INT, min(client), max(agent),
             count(*) FILTER (client = '10.0.' || (bytes::INT >> 8) || '.' || (bytes::INT & 255))::INT
           FROM log WHERE client IS NOT NULL`,
        );
        expect(clients).toEqual([lines, lines, 7, '10.0.0.0', 'agent 2', lines]);
        const [sessions] = await rowsOf(
          workspace,
          'SELECT count(*)::INT, count(DISTINCT session)::INT, count(DISTINCT page)::INT FROM log WHERE session IS NOT NULL',
        );
        expect(sessions).toEqual([lines, lines, 7]);
        const [kept] = await rowsOf(
          workspace,
          'SELECT count(*) FILTER (not_interned)::INT > 0.8 * 2 * 20000, count(*) FILTER (NOT not_interned)::INT < 0.2 * 2 * 20000 FROM text',
        );
        expect(kept).toEqual([true, true]);
      },
      { formats },
    );
  });

  it('are interned if they repeat, and not interned if they do not', () => {
    const [repeating, unique] = [new Lookups(), new Lookups()];
    for (let i = 0; i < 10_000; i++) {
      repeating.count(i % 3 === 0);
      unique.count(false);
    }
    expect(repeating.pay).toBe(true);
    expect(unique.pay).toBe(false);
  });
});
