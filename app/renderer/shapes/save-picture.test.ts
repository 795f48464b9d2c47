import { expect, it } from 'vitest';
import { xmlText } from './save-picture.ts';

it('escapes names, whatever they contain', () => {
  expect(xmlText('<script>alert("&")</script>')).toBe(
    '&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;',
  );
  expect(xmlText('a\u0000b\u001bc\ud800d\ufffe')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd');
  expect(xmlText('größe 🔥')).toBe('größe 🔥');
});
