import { conformance } from './suite.ts';

await conformance(3);
