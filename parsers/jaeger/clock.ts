import type { Output } from '../contract.ts';
import { isInstant } from '../kit/civil.ts';
import { type Json, numberOf } from '../kit/json-values.ts';

/** Times of Jaeger: µs since 1970. */
export class MicroClock {
  /** µs; the second of the first time. */
  private zero = Number.NaN;

  constructor(private readonly out: Output) {}

  /** ns since the capture's zero, exact; NaN if it is not a time. */
  at(value: Json | undefined): number {
    const us = numberOf(value);
    if (!(us >= 0 && isInstant(us / 1e6))) return Number.NaN;
    if (Number.isNaN(this.zero)) this.begin(us);
    return Math.round((us - this.zero) * 1000);
  }

  private begin(us: number): void {
    const seconds = Math.floor(us / 1e6);
    this.zero = seconds * 1e6;
    this.out.clock({
      domain: 'utc',
      zero: BigInt(seconds) * 1_000_000_000n,
      utcOffset: 0n,
      zone: null,
      source: 'epoch-seconds',
      error: null,
    });
  }
}

/** A duration, µs, in ns; NaN if it is none, or would end beyond all times. */
export function durationIn(value: Json | undefined): number {
  const us = numberOf(value);
  return us >= 0 && isInstant(us / 1e6) ? Math.round(us * 1000) : Number.NaN;
}
