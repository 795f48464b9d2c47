/** The folder of the application's own data, the same for the window and the command line. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** null if `AFTERTRACE_DATA` is empty: nothing is kept. */
export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (env.AFTERTRACE_DATA !== undefined) return env.AFTERTRACE_DATA || null;
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Aftertrace', 'data');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Aftertrace', 'data');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'aftertrace');
}
