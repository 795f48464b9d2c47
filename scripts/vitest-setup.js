/** Tests import sources as they are; only the parsers' scanner must have been compiled before. */
import { ensureBuilt, products } from './build.js';

export const setup = () => ensureBuilt([products.scanners]);
