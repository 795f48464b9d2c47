import type { Offered } from '../contract.ts';

export const kinds: Offered = { question: 'event-kinds', column: 'kind' };
export const numericFields: Offered = {
  question: 'search-fields',
  column: 'field',
  only: { column: 'type', is: 'number' },
};
