import { expect, it, onTestFinished, vi } from 'vitest';
import { markup, mount, sessionWith, textOf } from '../window.testing.tsx';
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

it('a success disappears after a while, later if it offers something; errors and questions stay', async () => {
  const ui = await mount(<Notices />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { imports } = ui.session;
  imports.notify('error', 'x.log cannot be read.');
  imports.notify('question', 'Read them again?');
  imports.notify('info', 'Saved.');
  imports.notify('info', 'a.log was removed.', [{ label: 'Undo', run: () => undefined }]);
  await ui.answered();
  const texts = () => ui.all('.notice-text > p:first-child').map(each => ui.text(each));
  vi.advanceTimersByTime(4999);
  expect(texts()).toHaveLength(4);
  vi.advanceTimersByTime(1);
  await ui.answered();
  expect(texts()).toEqual(['x.log cannot be read.', 'Read them again?', 'a.log was removed.']);
  vi.advanceTimersByTime(10_000);
  await ui.answered();
  expect(texts()).toEqual(['x.log cannot be read.', 'Read them again?']);
});
