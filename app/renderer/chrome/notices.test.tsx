import { expect, it } from 'vitest';
import { markup, sessionWith, textOf } from '../testing.tsx';
import { Notices } from './notices.tsx';

it('notices show their sentence, their actions with keys, and a way to dismiss them', () => {
  const session = sessionWith();
  const run = () => undefined;
  session.imports.notify('error', 'x.log cannot be read.');
  session.imports.notify('info', 'a.log was removed.', [{ label: 'Undo', keys: 'Ctrl+Z', run }]);
  // The same sentence is not shown twice.
  const last = session.imports.notify('error', 'x.log cannot be read.');
  expect(textOf(session, <Notices />)).toBe('a.log was removed. Undo Ctrl+Z × x.log cannot be read. ×');
  expect(markup(session, <Notices />)).toMatch(/is-info.*is-error/);
  session.imports.dismiss(last);
  expect(textOf(session, <Notices />)).toBe('a.log was removed. Undo Ctrl+Z ×');
});
