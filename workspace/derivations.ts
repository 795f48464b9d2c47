/** The registry of the tables that the workspace makes from others. */
import type { Derivation } from './derive.ts';
import { stateDerivation } from './states/states.ts';
import { refreshTemplates } from './templates/refresh.ts';

export const derivations: readonly Derivation[] = [
  {
    table: 'template',
    reads: ['event'],
    derive: (connection, cancel) => refreshTemplates(connection, { cancel }),
  },
  stateDerivation,
];
