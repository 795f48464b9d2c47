import type { Output } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { isInstant } from '../kit/civil.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import type { Json } from '../kit/json-values.ts';
import { reportUntimed } from '../kit/untimed.ts';

/** Times of OTLP: ns since 1970 as decimal texts of 64-bit integers; 0 is unknown. */
export class NanoClock {
  private zero: number | null = null;

  constructor(
    private readonly out: Output,
    head: Uint8Array,
  ) {
    const first = /"[a-zA-Z]*[tT]imeUnixNano"\s*:\s*"?(\d{10,20})\b/.exec(decode(head, 0, head.length));
    if (first !== null && isTime(first[1]!)) this.begin(first[1]!);
  }

  /** ns since the capture's zero, exact; NaN if the time is unknown, or if it is none, which is a problem of the record. */
  at(value: Json | undefined, record: JsonPosition): number {
    if (value === undefined || value === null || value === '' || Number(value) === 0) return Number.NaN;
    const text = String(value);
    if (!isTime(text)) {
      reportUntimed(this.out, record);
      return Number.NaN;
    }
    if (this.zero === null) this.begin(text);
    return (Number(text.slice(0, -9)) - this.zero!) * 1e9 + Number(text.slice(-9));
  }

  private begin(text: string): void {
    this.zero = Number(text.slice(0, -9));
    this.out.clock({
      domain: 'utc',
      zero: BigInt(this.zero) * 1_000_000_000n,
      utcOffset: 0n,
      zone: null,
      source: 'epoch-seconds',
      error: null,
    });
  }
}

const isTime = (text: string): boolean => /^\d{10,20}$/.test(text) && isInstant(Number(text) / 1e9);
