import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { findException } from './exceptions.ts';

const find = (text: string) => {
  const bytes = ascii(text);
  return findException(bytes, 0, bytes.length);
};

describe('exceptions', () => {
  it.each([
    [
      'Java, the outermost',
      'failed\njava.lang.IllegalStateException: closed\n\tat c.a.Db.get(Db.java:12)\n\tat c.a.Main.main(Main.java:3)\nCaused by: java.io.IOException: gone\n\tat c.a.Io.read(Io.java:9)',
      'java.lang.IllegalStateException',
      'c.a.Db.get (Db.java:12)',
    ],
    [
      'Python, the last',
      'Traceback (most recent call last):\n  File "/a.py", line 1, in f\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/b.py", line 2, in g\n  File "/c.py", line 3, in h\napp.errors.Broken: no',
      'app.errors.Broken',
      'h (c.py:3)',
    ],
    [
      '.NET',
      'Unhandled exception. System.InvalidOperationException: x\n   at Shop.Cart.Add(Item i) in C:\\src\\Cart.cs:line 42\n   at Shop.Main()',
      'System.InvalidOperationException',
      'Shop.Cart.Add (Cart.cs:42)',
    ],
    [
      'JavaScript',
      'TypeError: x is not a function\n    at go (/srv/app.js:3:7)\n    at /srv/main.js:1:1',
      'TypeError',
      'go (app.js:3:7)',
    ],
    [
      'Go',
      'panic: boom\n\ngoroutine 1 [running]:\nmain.work(0x1)\n\t/srv/main.go:7 +0x1d',
      'panic',
      'main.work',
    ],
    ['Rust', "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds", 'panic', 'src/main.rs:4:5'],
    ['Ruby', "boom (Shop::CartError)\n/srv/cart.rb:7:in `add'\n", 'Shop::CartError', 'add (cart.rb:7)'],
  ])('are found in %s', (_what, text, type, where) => expect(find(text)).toEqual({ type, where }));

  it.each([['select 1\nfrom dual\nwhere Error = 2'], ['a list:\n  one\n  two'], ['']])(
    'are not found in %j',
    text => {
      expect(find(text)).toBeNull();
    },
  );

  // If time grew with the square of the length, this would take longer than a test may.
  it('are searched in time proportional to the length', () => {
    for (const filler of [
      '\n',
      '\nat ',
      '\n at x(',
      'a.',
      'Error:',
      '\n  File "x", line 1, in ',
      '\n#0 x(1): ',
      'goroutine 1 [x]:\n',
    ]) {
      const text = `java.lang.Error: x\n\tat a.b(c)\nTraceback\npanic: x\n${filler.repeat(16384)}`;
      expect(() => find(text)).not.toThrow();
    }
  });
});
