/** Compressed or archived data ends early or is damaged; the data before that is good. */
export class DamagedInputError extends Error {
  override readonly name: string = 'DamagedInputError';
}

/** All data was read and is proven whole by its checksum, but what is stated beside it is wrong. */
export class OddInputError extends DamagedInputError {
  override readonly name = 'OddInputError';
}

/** Data after the end of compressed data, which may be a damaged further part of it. */
export const followed = (name: string, offset: number): DamagedInputError =>
  new DamagedInputError(
    `After the ${name} data, at byte ${offset}, something else follows, which was left out.`,
  );
