/** Draws parts of the window without a window, for tests of what they show in a state of the session. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CaptureInfo, ClockInfo, WorkspaceInfo } from '../contract.ts';
import { emptyWorkspace } from '../empty-workspace.ts';
import type { Shell, Start } from '../shell.ts';
import { Session, SessionProvider } from './state/session.ts';

const kept = new Map<string, string>();

/** What a session and components read of a browser while they are made and drawn. */
const browser = {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  },
  matchMedia: () => ({ matches: false }),
  // Menus are closed, and widths of texts are estimated.
  document: { getElementById: () => null, createElement: () => ({ getContext: () => null }) },
};

/** Runs `work` in a browser, which other tests of the same process do not see. */
function inBrowser<T>(work: () => T): T {
  Object.assign(globalThis, browser);
  try {
    return work();
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  }
}

const nothing = async () => undefined;
const shell = {
  setUnsaved: nothing,
  onGone: () => undefined,
} as Partial<Shell> as Shell;

/** A session without an engine. */
export function sessionWith(workspace: Partial<WorkspaceInfo> = {}, begin: Partial<Start> = {}): Session {
  const start = { paths: [], recent: [], crash: null, process: 0, samples: [], ...begin };
  const session = inBrowser(() => new Session(shell, start));
  session.workspace.set({ ...emptyWorkspace, ...workspace });
  return session;
}

const clock: ClockInfo = {
  domain: 'utc',
  zone: null,
  source: 'seconds since 1970',
  guess: false,
  by: null,
  aligned: true,
  error: null,
  lacksYear: false,
  numbered: false,
  isChanged: false,
  shifted: 0n,
  drift: 0,
  guessed: [],
  setByHand: [],
};

/** A profile of two lines, both used. */
export const capture = (
  changes: Partial<Omit<CaptureInfo, 'clock'>> & { readonly clock?: Partial<ClockInfo> } = {},
): CaptureInfo => ({
  id: 1,
  name: 'cpu.perf.txt',
  path: '/captures/db1/cpu.perf.txt',
  format: 'perf-script',
  formatTitle: 'perf script',
  confidence: 'certain',
  status: 'complete',
  reason: null,
  bytes: 2048,
  start: 1_700_000_000_000_000_000n,
  end: 1_700_000_001_500_000_000n,
  duration: 1.5e9,
  host: null,
  os: null,
  cpus: null,
  command: null,
  unit: 'lines',
  size: 2,
  used: 2,
  blank: 0,
  skipped: 0,
  rows: { sample: 1234 },
  problems: 0,
  table: null,
  ...changes,
  clock: { ...clock, ...changes.clock },
});

/** The markup of a part of the window. */
export const markup = (session: Session, part: ReactNode): string =>
  inBrowser(() => renderToStaticMarkup(<SessionProvider value={session}>{part}</SessionProvider>));

/** The text of a part of the window; elements are set apart by blanks. */
export const textOf = (session: Session, part: ReactNode): string =>
  markup(session, part)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
