import { isAbsolute, resolve } from 'node:path';

/**
 * The captures or workspace named on a command line.
 *
 * Electron's own command line is `electron [switches] APP [switches] PATH…`; packaged, there is no `APP`.
 * Everything after `--` is a path, even if it begins with a dash.
 */
export function pathsIn(argv: readonly string[], appPath: string, cwd: string): string[] {
  const words = argv.slice(1);
  const end = words.indexOf('--');
  const before = (end < 0 ? words : words.slice(0, end)).filter(word => !word.startsWith('-'));
  const after = end < 0 ? [] : words.slice(end + 1);
  return [...before, ...after].map(word => resolve(cwd, word)).filter(path => path !== resolve(appPath));
}

/** The paths that a second launch of the program passes on. They are validated, because any process may send them. */
export function pathsGiven(data: unknown): string[] {
  const { paths } = (data ?? {}) as { paths?: unknown };
  return Array.isArray(paths) ? paths.filter(path => typeof path === 'string' && isAbsolute(path)) : [];
}
