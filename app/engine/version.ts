/** Set by the bundler; undefined if the sources run unbundled, in tests. */
declare const __VERSION__: string | undefined;

const isBundled = typeof __VERSION__ === 'string';

export const version = isBundled ? __VERSION__ : '0.0.0';

/** The import worker, next to every bundle. */
export const workerFile = new URL(isBundled ? './worker.cjs' : '../../build/app/worker.cjs', import.meta.url);
