import { expect, it } from 'vitest';
import { attributeIn, unescaped } from './xml.ts';

it('resolves each reference, but not the text that results', () => {
  expect(unescaped('a &lt;b&gt; &amp;lt; &quot;&apos;&#39;&#x4e;&nbsp;')).toBe("a <b> &lt; \"''N ");
});

it('does not change unknown references', () => {
  for (const text of ['&constructor;', '&LT;', '&#0;', '&#x110000;', '&unknown;', 'a & b', '&;']) {
    expect(unescaped(text)).toBe(text);
  }
});

it('finds an attribute by its whole name, in either quotes', () => {
  const tag = `CallerID="1" ID='2' Name="a &lt; b" Cut="x`;
  expect(['ID', 'CallerID', 'Name', 'Cut', 'Time'].map(name => attributeIn(tag, name))).toEqual([
    '2',
    '1',
    'a < b',
    null,
    null,
  ]);
});
