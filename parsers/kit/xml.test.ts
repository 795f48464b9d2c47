import { expect, it } from 'vitest';
import { unescaped } from './xml.ts';

it('resolves each reference, but not the text that results', () => {
  expect(unescaped('a &lt;b&gt; &amp;lt; &quot;&apos;&#39;&#x4e;&nbsp;')).toBe("a <b> &lt; \"''N ");
});

it('does not change unknown references', () => {
  for (const text of ['&constructor;', '&LT;', '&#0;', '&#x110000;', '&unknown;', 'a & b', '&;']) {
    expect(unescaped(text)).toBe(text);
  }
});
