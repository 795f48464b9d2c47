import { expect, it } from 'vitest';
import { unreadAfter, unreadFrom } from './unread.ts';

const failure = (path: string, code = 'unrecognised') => ({
  path,
  code,
  message: `${path} is nothing known.`,
});

it('drops files read since, and lists each file once', () => {
  const before = [
    failure('/a'),
    failure('/b'),
    failure('/c'),
    failure('/e'),
    failure('/formats/x.json', 'user-format'),
  ];
  const report = {
    captures: [{ path: '/a' }],
    failures: [failure('/b', 'empty'), failure('/d')],
    duplicates: [{ path: '/e' }],
  };
  expect(unreadAfter(before, report as unknown as Parameters<typeof unreadAfter>[1])).toEqual([
    failure('/c'),
    failure('/b', 'empty'),
    failure('/d'),
  ]);
});

it('reads the stored list, and rejects other texts', () => {
  expect(unreadFrom(JSON.stringify([failure('/a')]))).toEqual([failure('/a')]);
  expect(unreadFrom(null)).toEqual([]);
  for (const text of [
    '',
    '{',
    '{"path":"/a"}',
    '[null, 5, {"path":"/a"}, {"path":"/a","code":1,"message":""}]',
  ])
    expect(unreadFrom(text)).toEqual([]);
});
