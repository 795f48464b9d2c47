/** Compressed or archived data ends early or is damaged; the data before that is good. */
export class DamagedInputError extends Error {
  override readonly name = 'DamagedInputError';
}
