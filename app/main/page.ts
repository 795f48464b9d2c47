import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** Where the window's page is: a file of the program; for `npm run dev`, a server of this machine. */
export const page = served() ?? pathToFileURL(join(__dirname, '..', 'renderer', 'index.html')).href;

export const mayLoad = (url: string): boolean =>
  /^(file|devtools|data|blob):/.test(url) || (served() !== null && /^(http|ws):\/\/127\.0\.0\.1:/.test(url));

/** The page of a server loads itself again where a change cannot be fitted in. */
export const mayNavigate = (url: string): boolean => served() !== null && url === page;

function served(): string | null {
  const address = process.env.AFTERTRACE_PAGE;
  return !app.isPackaged && address?.startsWith('http://127.0.0.1:') ? address : null;
}
