import { expect, it, vi } from 'vitest';
import { forTerminal, processIo } from './io.ts';

const hostile = 'a\x1b]0;owned\x07b\x9b31m\u202ec\r';

it('a text for a terminal has no character that it obeys', () => {
  expect(forTerminal(hostile)).toBe('a␛]0;owned␇b⟦U+009B⟧31m⟦U+202E⟧c␍');
  expect(forTerminal('a\tb\nc\r\nd – ä 日本\n')).toBe('a\tb\nc\r\nd – ä 日本\n');
});

it('all that is said passes through it, and what is written if it goes to a terminal', async () => {
  const { isTTY } = process.stdout;
  const written: unknown[] = [];
  const into = (data: unknown) => written.push(data) > 0;
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(into);
  try {
    const io = processIo();
    io.say(hostile);
    process.stdout.isTTY = true;
    await io.write(hostile);
    process.stdout.isTTY = false;
    await io.write(hostile);
  } finally {
    process.stdout.isTTY = isTTY;
    for (const spy of spies) spy.mockRestore();
  }
  expect(written).toEqual([`${forTerminal(hostile)}\n`, forTerminal(hostile), hostile]);
});
