import { bytesOf } from '../../fixtures/shared.ts';

/**
 * A long capture made of a short one: its first `head` lines once, as a tool prints titles, then the other
 * lines repeatedly.
 * @param size approximate size, bytes
 */
export async function lengthened(path: string, head: number, size = 8e6): Promise<Uint8Array> {
  const lines = new TextDecoder()
    .decode(await bytesOf(path))
    .trimEnd()
    .split('\n');
  const body = `${lines.slice(head).join('\n')}\n`;
  const titles = lines.slice(0, head).map(line => `${line}\n`);
  return new TextEncoder().encode(titles.join('') + body.repeat(Math.ceil(size / body.length)));
}
