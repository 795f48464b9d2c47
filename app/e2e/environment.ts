/** The environment of window tests: Node, and the window of the worker, which is closed when its last test is done. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Work at the end of the worker. On the global object, because tests load this module apart from Vitest. */
const key = Symbol.for('aftertrace: work at the end of the worker');
const shared = globalThis as { [key]?: (() => Promise<void>)[] };
shared[key] ??= [];
const ends = shared[key];

/** Calls `work` after the last test of the worker. */
export function atEndOfWorker(work: () => Promise<void>): void {
  ends.push(work);
}

export default {
  ...builtinEnvironments.node,
  name: 'window',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    return {
      async teardown(of) {
        for (const work of ends) await work();
        await node.teardown(of);
      },
    };
  },
} satisfies Environment;
