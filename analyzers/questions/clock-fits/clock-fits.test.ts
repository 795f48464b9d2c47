import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { clockFits } from './clock-fits.ts';

const id = (i: number) => `req-${(((i + 1) * 2_654_435_761) % 4_294_967_296).toString(16)}`;
const start = Date.UTC(2024, 4, 1);
/** Requests as a program logs them, whose clock is ahead. */
const log = (ahead: number, words: string) =>
  Array.from({ length: 100 }, (_, i) => {
    const time = new Date(start + ahead + i * 300 + ((i * 7919) % 211)).toISOString();
    return `${time} INFO ${words} ${id(i)}\n`;
  }).join('');

it('finds how far a clock is ahead by the requests that both captures name', async () => {
  const files = { 'proxy.log': log(0, 'forwards'), 'server.log': log(90_000, 'handles') };
  const rows = rowsOf(await answerAbout(files, clockFits), 'name', 'by_name', 'shift');
  const [, , shift] = rows.find(([name]) => name === 'server.log')!;
  expect(Number(shift) / 1e6).toBeCloseTo(-90_000, 0);
});
