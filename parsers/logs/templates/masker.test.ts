import { describe, expect, it } from 'vitest';
import type { Output } from '../../contract.ts';
import { ascii } from '../../kit/bytes.ts';
import { Recorder } from '../../kit/recorder.ts';
import { TemplateMasker } from './masker.ts';

/** Masks all messages with one masker. */
function maskedTexts(messages: readonly string[]): string[] {
  const recorder = new Recorder();
  const texts = new Map<number, string>();
  const out = {
    text: (bytes: Uint8Array, start: number, end: number) => {
      const id = recorder.text(bytes, start, end);
      texts.set(id, new TextDecoder().decode(bytes.subarray(start, end)));
      return id;
    },
    string: (text: string) => {
      const id = recorder.string(text);
      texts.set(id, text);
      return id;
    },
  } as unknown as Output;
  const masker = new TemplateMasker();
  return messages.map(message => {
    const bytes = ascii(`"${message}"`);
    return texts.get(masker.mask(bytes, 1, bytes.length - 1, out))!;
  });
}

const masked = (message: string): string => maskedTexts([message])[0]!;

describe('a masked message', () => {
  it.each([
    [
      'Failed password for root from 112.95.230.3 port 45378 ssh2',
      'Failed password for root from <*> port <*> ssh2',
    ],
    [
      'Receiving block blk_-1608999687919862906 src: /10.250.19.102:54106',
      'Receiving block blk_<*> src: /<*>:<*>',
    ],
    ['Task attempt_1445144423722_0020_m_000001_0 done', 'Task attempt_<*> done'],
    ['took 12.5 ms, 1,234,567 rows, -3 left, 1.5e-07 s', 'took <*> ms, <*> rows, <*> left, <*> s'],
    ['at 0x7fff5a10 in pool-1 (id=42)', 'at <*> in pool-<*> (id=<*>)'],
    ['request 550e8400-e29b-41d4-a716-446655440000 at 2015-10-18T18:01:47.978Z', 'request <*> at <*>'],
    ['from fe80::a1b2:c3d4 and 00:11:43:e3:ba:c3 at 10:20:30,5', 'from <*> and <*> at <*>,<*>'],
    ['open /var/log/app.log: GET https://example.com/a?b=c&d=1 done', 'open <*>: GET https://<*> done'],
    ['Core: C:\\Windows\\winsxs\\x.dll', 'Core: C:<*>'],
    ['GET /search?q=abc from /?a=b', 'GET <*> from <*>'],
    ['/default-rack is n/a, TCP/IP', '/default-rack is n/a, TCP/IP'],
    ['Slf4jLogger jk2_init() IPv6 eth0', 'Slf4jLogger jk2_init() IPv6 eth0'],
    ['commit 3f2a9bc of a1b2c3d4e5', 'commit <*> of <*>'],
    ['first line 1\nsecond line', 'first line <*>'],
    ['', ''],
    ['größe 5 größer', 'größe <*> größer'],
  ])('of %j', (message, expected) => {
    expect(masked(message)).toBe(expected);
  });

  it('of a masked message is the same message', () => {
    const once = masked('a 1 b_2 10.0.0.1:80 /x/y 0xff');
    expect(masked(once)).toBe(once);
  });

  it('of a long message ends with a whole word', () => {
    const long = masked(`${'word '.repeat(1000)}`);
    expect(long.length).toBeLessThanOrEqual(2048);
    expect(long.endsWith('word')).toBe(true);
  });

  it('of any bytes stays within bounds', () => {
    const recorder = new Recorder();
    const masker = new TemplateMasker();
    let state = 1;
    for (let round = 0; round < 2000; round++) {
      const bytes = new Uint8Array(round % 300).map(() => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 16) & 255;
      });
      expect(masker.mask(bytes, 0, bytes.length, recorder)).toBeGreaterThanOrEqual(0);
    }
    const digits = ascii('1-'.repeat(5000));
    expect(masker.mask(digits, 0, digits.length, recorder)).toBeGreaterThanOrEqual(0);
  });
});

describe('many masked messages', () => {
  it('that differ in a path or a name become one', () => {
    const all = maskedTexts(
      Array.from({ length: 5000 }, (_, i) => `GET /${word(i)}.html for node${i % 100}`),
    );
    expect(new Set(all).size).toBeLessThan(70);
    expect(all.at(-1)).toBe('GET <*> for <*>');
  });

  it('are limited over all parts of one output', () => {
    const recorder = new Recorder();
    const ids = Array.from({ length: 400 }, (_, i) => {
      const bytes = ascii(`GET /${word(i)}.html`);
      return new TemplateMasker().mask(bytes, 0, bytes.length, recorder);
    });
    expect(new Set(ids).size).toBeLessThan(70);
  });

  it('of free text are limited, and common words stay', () => {
    const all = maskedTexts(
      Array.from({ length: 60_000 }, (_, i) => `said ${word(i)} ${word(i * 7)} ${word(i * 13)} to all`),
    );
    expect(new Set(all).size).toBeLessThan(40_000);
    expect(all.at(-1)).toMatch(/^said .*to all$/);
  });
});

/** A word of letters, different for each index. */
function word(index: number): string {
  let rest = index;
  let text = 'w';
  do {
    text += String.fromCharCode(0x61 + (rest % 26));
    rest = Math.floor(rest / 26);
  } while (rest > 0);
  return text;
}
