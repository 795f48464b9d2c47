/** Tests import sources directly; only the parsers' scanners must be compiled first. */
import { ensureBuilt, products } from './build.js';

export const setup = () => ensureBuilt([products.scanners]);
