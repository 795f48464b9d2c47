/** Parameters that several questions have. */

/** A number of things, at least one. */
export const howMany = (about: string, usual: number, max: number) =>
  ({ type: 'number', about, default: usual, min: 1, max }) as const;

export const timeBuckets = (usual = 300) => howMany('Number of time buckets.', usual, 10_000);
