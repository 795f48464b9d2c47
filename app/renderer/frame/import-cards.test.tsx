import { describe, expect, it } from 'vitest';
import type { Progress } from '../../contract.ts';
import type { RunningImport } from '../state/imports.ts';
import { markup, mount, sessionWith, textOf } from '../window.testing.tsx';
import { ImportCards } from './import-cards.tsx';

describe('the card of an import', () => {
  const progress: Progress = {
    what: 'reading cpu.perf.txt',
    bytes: 25_000_000,
    totalBytes: 100_000_000,
    rows: 12_345,
    files: 1,
    totalFiles: 3,
    elapsed: 1e9,
  };
  const reading = (
    changes: Partial<Progress> | null,
    isCancelling = false,
    title: RunningImport['title'] = 'Reading captures',
  ) => {
    const session = sessionWith();
    const now = changes && { ...progress, ...changes };
    session.imports.running.set([{ job: 'import-1', title, progress: now, isCancelling }]);
    return session;
  };

  it('says that it inspects the files before anything is read', () => {
    const session = reading(null);
    expect(textOf(session, <ImportCards />)).toBe('Inspecting the files … Cancel');
    expect(markup(session, <ImportCards />)).not.toContain('aria-valuenow');
  });

  it('shows how much is read, of which file, how fast, and the time left', () => {
    const session = reading({});
    const text = textOf(session, <ImportCards />);
    expect(text).toMatch(
      /^reading cpu\.perf\.txt 25\.0 MB of 100 MB · 12,345 rows · file 2 of 3 25\.0 MB\/s · .*3 s left/,
    );
    expect(markup(session, <ImportCards />)).toContain('aria-valuenow="25"');
  });

  it('shows no share and no time left if the size is unknown', () => {
    const session = reading({ totalBytes: null, totalFiles: 1 });
    const text = textOf(session, <ImportCards />);
    expect(text).toMatch(/25\.0 MB · 12,345 rows 25\.0 MB\/s Cancel$/);
    expect(markup(session, <ImportCards />)).not.toContain('aria-valuenow');
  });

  it('names the step of what a killed import has left, which reads no bytes', () => {
    const left = (changes: Partial<Progress> | null) =>
      textOf(reading(changes, false, 'Completing captures'), <ImportCards />);
    expect(left(null)).toBe('Completing captures … Cancel');
    expect(left({ what: 'naming functions', bytes: 0, totalBytes: null })).toBe('naming functions Cancel');
  });

  it('is made for what a killed import has left when such a workspace is opened', async () => {
    const jobs: string[] = [];
    const api = { complete: async (job: string) => void jobs.push(job) };
    await mount(<ImportCards />, { api });
    expect(jobs).toEqual([]);
    await mount(<ImportCards />, { api, workspace: { isOwing: true } });
    expect(jobs).toHaveLength(1);
  });

  it('cannot be cancelled twice', () => {
    const session = reading({}, true);
    expect(textOf(session, <ImportCards />)).toMatch(/^Cancelling …/);
    expect(markup(session, <ImportCards />)).toContain('disabled=""');
  });
});
