import { describe, expect, it } from 'vitest';
import { sessionWith, textOf } from '../window.testing.tsx';
import { EmptyWindow } from './empty-window.tsx';

describe('a window without captures', () => {
  const run = () => undefined;

  it('offers to open captures, and no samples and recent ones that there are not', () => {
    const text = textOf(sessionWith(), <EmptyWindow run={run} />);
    expect(text).toContain('Open captures… Ctrl+O Open a folder… Open a workspace…');
    expect(text).not.toMatch(/Try the samples|Opened before|Not read/);
  });

  it('lists recent ones by name and folder, and what could not be read', () => {
    const session = sessionWith(
      {
        unread: [
          { path: '/tmp/empty.txt', code: 'empty', message: '/tmp/empty.txt is empty.', hint: null },
        ] as never,
      },
      { recent: ['/cases/slow.aftertrace'], samples: ['/samples/cpu-hog'] },
    );
    const text = textOf(session, <EmptyWindow run={run} />);
    expect(text).toContain('Try the samples');
    expect(text).toContain('Not read');
    expect(text).toContain('Opened before slow.aftertrace /cases');
  });

  it('shows only the import while one is running', () => {
    const session = sessionWith();
    session.imports.running.set([
      { job: 'import-1', title: 'Reading captures', progress: null, isCancelling: false },
    ]);
    expect(textOf(session, <EmptyWindow run={run} />)).toBe('Inspecting the files … Cancel');
  });
});
