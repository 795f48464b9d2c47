/**
 * User-defined formats of logs and tables: JSON files in folders, loaded for every import, so that an edit
 * takes effect at once.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { formats } from '../../parsers/formats.ts';
import { logEntries } from '../../parsers/logs/index.ts';
import { isLog, parseUserFormat, type UserFormat } from '../../parsers/user-formats.ts';
import { type ImportReport, wrongFormat } from '../contract.ts';
import { EngineError } from './errors.ts';

export interface FormatFolders {
  /** Folders named explicitly: they must exist and hold only valid files. */
  readonly named: readonly string[];
  /** Folders used if they exist; invalid files in them are reported and skipped. */
  readonly usual: readonly string[];
}

export interface LoadedFormats {
  readonly definitions: readonly UserFormat[];
  /** Files left out, each with its error. */
  readonly failures: ImportReport['failures'];
}

/**
 * `AFTERTRACE_FORMATS` (several, separated as in `PATH`), or `formats` in the platform's settings folder of
 * the application.
 */
export function usualFolders(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] {
  if (env.AFTERTRACE_FORMATS !== undefined) return env.AFTERTRACE_FORMATS.split(delimiter).filter(Boolean);
  return [join(settingsFolder(env, platform), 'Aftertrace', 'formats')];
}

/** The parent of Electron's `userData`, so that window and command line load the same formats. */
function settingsFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || join(homedir(), '.config');
}

/** @throws EngineError `bad-option` if a named folder is missing, `log-format` if a file in one is wrong. */
export function loadUserFormats({ named, usual }: FormatFolders): LoadedFormats {
  for (const folder of named) {
    if (!existsSync(folder))
      throw new EngineError('bad-option', `There is no folder ${folder} to take formats from.`);
  }
  const pathOfId = new Map<string, string>();
  const definitions: UserFormat[] = [];
  const read = (folder: string): LoadedFormats['failures'] =>
    filesIn(folder).flatMap(path => {
      const outcome = readDefinition(path, pathOfId);
      if (typeof outcome === 'string') return { path, code: wrongFormat, message: outcome };
      pathOfId.set(outcome.id, path);
      definitions.push(outcome);
      return [];
    });
  const wrong = named.flatMap(read);
  if (wrong.length > 0) throw new EngineError('user-format', wrong.map(({ message }) => message).join('\n'));
  return { failures: usual.flatMap(read), definitions };
}

/** Its JSON files sorted by name; empty if the folder does not exist. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => /\.json$/i.test(name));
  return names.sort().map(name => resolve(folder, name));
}

/** The definition in a file, or a sentence that states its error. */
function readDefinition(path: string, pathOfId: ReadonlyMap<string, string>): UserFormat | string {
  const refused = (why: string) => `${path} is no format that can be used: ${why}`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const { definition, errors } = parseUserFormat(text);
  if (errors) return refused(errors.join(' '));
  const otherPath = pathOfId.get(definition.id);
  if (otherPath) return refused(`its id "${definition.id}" is that of ${otherPath} already.`);
  const builtIn = formats.find(format => format.id === definition.id);
  if (!builtIn || (isLog(definition) && logEntries.includes(builtIn))) return definition;
  return refused(`its id "${definition.id}" is that of a format which is no log.`);
}
