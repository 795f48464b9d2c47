import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** URL of the window's page: a file of the program; for `npm run dev`, a server on 127.0.0.1. */
export const page = served() ?? pathToFileURL(join(__dirname, '..', 'renderer', 'index.html')).href;

export const mayLoad = (url: string): boolean =>
  /^(file|devtools|data|blob):/.test(url) || (served() !== null && /^(http|ws):\/\/127\.0\.0\.1:/.test(url));

/** A page from the development server may reload itself, after changes that hot replacement cannot apply. */
export const mayNavigate = (url: string): boolean => served() !== null && url === page;

function served(): string | null {
  const address = process.env.AFTERTRACE_PAGE;
  return !app.isPackaged && address?.startsWith('http://127.0.0.1:') ? address : null;
}
