import { type None, none, type Options, type Output, ParseError, type StackId } from '../contract.ts';
import { bootClock } from '../kit/boot-clock.ts';
import { decode } from '../kit/bytes.ts';
import { isInstant } from '../kit/civil.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPlace, JsonPosition } from '../kit/json-stream.ts';
import { isObject, numberOf, objectOf, parsed } from '../kit/json-values.ts';
import { undated } from '../kit/undated.ts';
import { reportUntimed } from '../kit/untimed.ts';
import { CallNodes } from '../kit/v8-profile.ts';

const places: JsonPlace = { nodes: {}, samples: {}, timeDeltas: {} };

/** Samples of an hour at 0.1 ms. */
const maxSamples = 36_000_000;
const atOnce = 1 << 16;

/** A growing array of numbers. */
class Numbers {
  values = new Float64Array(atOnce);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Float64Array(2 * this.length);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length++] = value;
  }
}

/**
 * Samples and the times between them are in separate lists, one after the other, so they are held until both are
 * read.
 */
export class CpuProfileReader extends JsonDocuments {
  private readonly nodes: CallNodes;
  private readonly samples = new Numbers();
  private readonly deltas = new Numbers();
  private list = '';
  private start = Number.NaN;
  private stop = Number.NaN;
  private documents = 0;

  constructor(
    out: Output,
    private readonly options: Options,
  ) {
    super(out, places);
    this.nodes = new CallNodes(out);
  }

  protected override finish(): void {
    this.give();
  }

  enter(key: string, depth: number): void {
    if (depth === 1 && ++this.documents > 1)
      throw new ParseError('second-document', 'A second profile begins; only the first was read.', 0, 1);
    this.list = key;
  }

  value(
    key: string,
    _depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    const value = parsed(decode(bytes, start, end)) ?? undefined;
    if (key === 'startTime' || key === 'endTime') {
      const time = numberOf(value);
      if (!isInstant(time / 1e6)) reportUntimed(this.out, at);
      else if (key === 'startTime') this.start = time;
      else this.stop = time;
    }
    if (key !== '[]') return true;
    if (this.list === 'nodes') {
      if (isObject(value) && this.nodes.add(objectOf(value))) return true;
    } else {
      const list = this.list === 'samples' ? this.samples : this.deltas;
      const number = numberOf(value);
      if (Number.isFinite(number) && list.length < maxSamples) {
        const isTime = list === this.samples || isInstant(number / 1e6);
        // The times of all later samples depend on it.
        if (!isTime) reportUntimed(this.out, at);
        list.push(isTime ? number : Number.NaN);
        return true;
      }
    }
    this.problem('unknown-value', 'warning', 'A node or a sample that is invalid was skipped.', at);
    return false;
  }

  private give(): void {
    this.clock();
    const { samples, deltas } = this;
    const kind = this.out.string('cpu-profile');
    let time = this.start;
    let unknown = 0;
    for (let at = 0; at < samples.length; at++) {
      time += at < deltas.length ? deltas.values[at]! : Number.NaN;
      const stack: StackId | None | undefined = this.nodes.stack(samples.values[at]!);
      if (stack === undefined) unknown++;
      const ts = Math.round((time - this.start) * 1000);
      const isTime = Number.isSafeInteger(ts);
      this.out.sample(isTime ? ts : Number.NaN, -1, none, kind, 1, Number.NaN, stack ?? none);
    }
    if (unknown > 0)
      this.problem(
        'sample-without-stack',
        'warning',
        `Samples at a node that is not listed are counted without a stack: ${unknown}.`,
        { line: 1, lines: 1, offset: 0 },
      );
    if (samples.length !== deltas.length)
      this.problem(
        'samples-without-time',
        'warning',
        `There are ${samples.length} samples and ${deltas.length} time differences: samples without one have no time.`,
        { line: 1, lines: 1, offset: 0 },
      );
  }

  /** µs on the machine's monotonic clock. */
  private clock(): void {
    if (!Number.isSafeInteger(this.start)) {
      this.out.clock(undated(this.options, 'none'));
      return;
    }
    const last = Number.isSafeInteger(this.stop) ? this.stop : this.start;
    this.out.clock(bootClock(BigInt(this.start) * 1000n, BigInt(last) * 1000n, this.options));
  }
}
