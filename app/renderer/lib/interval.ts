export interface Interval {
  /** Epoch ns; `to` is exclusive. */
  readonly from: bigint;
  readonly to: bigint;
}
