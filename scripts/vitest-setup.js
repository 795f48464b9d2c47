/** Tests import sources directly; only the generated kernel and the bundled import worker must be built before. */
import { ensureBuilt, forCli } from './build.js';

export const setup = () => ensureBuilt(forCli);
