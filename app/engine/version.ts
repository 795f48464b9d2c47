/** What the build knows: filled in by the bundler. */
declare const __VERSION__: string | undefined;

/** `0.0.0` where the sources run unbundled, in tests. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';

/** The import worker lies beside the bundle. */
export const workerFile = new URL('./worker.cjs', import.meta.url);
