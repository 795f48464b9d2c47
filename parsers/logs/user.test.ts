import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { logEntriesBeside } from './index.ts';
import { parseLogFormat } from './user.ts';

const billing = {
  id: 'billing',
  title: 'Billing service',
  patterns: ['{time:yyyy-MM-dd HH:mm:ssf} !{level}! {component:token}: {message} took {took:int}'],
  levels: { uhoh: 'error' },
  units: { took: 'ms' },
  samples: [
    {
      text: '2024-05-06 07:08:09.5 !uhoh! cart: lost took 12',
      time: '2024-05-06T07:08:09.5',
      level: 'error',
      component: 'cart',
      message: 'lost',
      fields: { took: 12 },
    },
  ],
};

const errorsOf = (value: unknown): readonly string[] | null => parseLogFormat(JSON.stringify(value)).errors;

describe("a user's format", () => {
  it('is accepted if its samples are read as stated, and takes precedence over ours', async () => {
    const { definition, errors } = parseLogFormat(JSON.stringify(billing));
    expect(errors).toBeNull();
    const entries = logEntriesBeside([definition!]);
    const bytes = ascii(`${billing.samples[0]!.text}\n`.repeat(3));
    const [entry] = entries.filter(({ sniff }) => sniff(bytes, 'x') !== 'no');
    expect(entry?.id).toBe('billing');
    const format = await entry!.load();
    expect(readAll(format, bytes).events.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
  });

  it.each([
    [
      'a sample read otherwise',
      { ...billing, samples: [{ ...billing.samples[0], level: 'info' }] },
      'level is "error", not "info"',
    ],
    [
      'a sample that does not match',
      { ...billing, samples: ['something else'] },
      'its first line matches no pattern',
    ],
    [
      'a sample with another bracket, and where it is',
      { ...billing, samples: ['2024-05-06 07:08:09.5 [uhoh] cart: lost took 12'] },
      'after "2024-05-06 07:08:09.5 " what follows, "[uhoh] cart: lost took 12", is not the !',
    ],
    [
      'a word that is no level, and where it is',
      { ...billing, samples: ['2024-05-06 07:08:09.5 !hmm! cart: lost took 12'] },
      '"hmm! cart: lost took 12", is not the {level}; "levels" may name more words',
    ],
    [
      'a word where a number must be, and where it is',
      { ...billing, samples: ['2024-05-06 07:08:09.5 !uhoh! cart: lost took long'] },
      'cart: lost took " what follows, "long", is not the {took:int}.',
    ],
    [
      'a sample that ends too early',
      { ...billing, samples: ['2024-05-06 07:08:09.5 !uhoh! cart: lost'] },
      'what follows, "lost", is not the {message} took.',
    ],
    [
      'patterns without a time',
      { ...billing, patterns: ['!{level}! {message}'] },
      'None of the patterns has a {time}',
    ],
    [
      'a column without its end',
      { ...billing, patterns: ['{time:HH:mm !{level}! {x}'] },
      'the column time has no }',
    ],
    ['no samples', { ...billing, samples: [] }, 'at least one line'],
    ['an unknown member', { ...billing, regex: 'x' }, '"regex" is not a member'],
    [
      'an unknown level',
      { ...billing, levels: { uhoh: 'bad' } },
      '"bad", which "uhoh" is mapped to, is not a level',
    ],
    ['an open column', { ...billing, patterns: ['{time'] }, 'a { without a name and its }'],
    [
      'an unknown type',
      { ...billing, patterns: ['{x:float} {message}'] },
      'the type float, which does not exist',
    ],
    ['lazy text that nothing ends', { ...billing, patterns: ['{time} {message:lazy}'] }, 'lazy text must be'],
    ['an open group', { ...billing, patterns: ['({time} {message}'] }, 'a ( without its )'],
    [
      'a pair that sets nothing',
      { ...billing, patterns: ['{time} {level<}{_:word}{level>} {message}'] },
      '{level<} sets nothing',
    ],
    ['an unknown letter of a time', { ...billing, patterns: ['{time:yyyy-QQ} {message}'] }, 'the letter Q'],
    ['two ways to read', { ...billing, json: { time: ['t'] } }, 'one of "patterns", "json" and "pairs"'],
    ['a bad id', { ...billing, id: 'My Log' }, 'lower-case words'],
    ['something else', [1, 2], 'must be an object'],
  ])('is refused for %s', (_what, value, message) => {
    expect(errorsOf(value)?.join(' ')).toContain(message);
  });

  it.each(['lost order one', `lost orders${' one'.repeat(1000)}`])(
    'may contain text with blanks before another element (%#)',
    message => {
      const sample = {
        ...billing.samples[0],
        text: `2024-05-06 07:08:09 !uhoh! cart: ${message} took 12`,
      };
      const lazy = {
        ...billing,
        patterns: ['{time:yyyy-MM-dd HH:mm:ssf} !{level}! {component:token}: {message:lazy} took {took:int}'],
        samples: [{ ...sample, time: '2024-05-06T07:08:09', message }],
      };
      expect(errorsOf(lazy)).toBeNull();
    },
  );

  it('is refused if it is not JSON', () => {
    expect(parseLogFormat('{"id":').errors?.[0]).toMatch(/^The file is not JSON/);
  });
});
