/** The tabs, as a person reads them. */
export const views = [
  'Overview',
  'Functions',
  'Call tree',
  'Inverted',
  'Callers',
  'Modules',
  'Problems',
] as const;
