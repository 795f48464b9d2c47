import type { Options, Output } from '../contract.ts';
import { isInstant } from '../kit/civil.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { attributeIn, unescaped } from '../kit/xml.ts';
import { PerfViewStacks, type Resolved } from './stacks.ts';

/** An element closed on its line, with its text. */
const closed = /<(Frame|Stack|Sample)\s([^<>]{0,2000}?)(?:\/>|>([^<]*)<\/\1>)/g;

/** Maximum lines of a sample with an inline stack. */
const maxLines = 1 << 14;

export class PerfViewReader extends TextReader {
  private readonly stacks = new PerfViewStacks(this.out);
  private readonly kind = this.out.string('PerfView metric');
  private hasClock = false;
  /** A sample whose stack follows, one frame per line. */
  private open: { readonly attributes: string; readonly frames: string[] } | null = null;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (this.open !== null) return this.frame(line);
    let found = false;
    let verdict: Verdict = 'used';
    for (const [, name, attributes = '', text = ''] of line.matchAll(closed)) {
      found = true;
      if (!this.element(name ?? '', attributes, text)) verdict = 'skipped';
    }
    if (found) return verdict;
    const begin = /<Sample\s([^<>]{0,2000})>\s{0,64}([^<]*)$/.exec(line);
    if (begin !== null) {
      this.open = {
        attributes: begin[1] ?? '',
        frames: begin[2]?.trim() ? [unescaped(begin[2].trim())] : [],
      };
      return 'used';
    }
    // Counts, and state of PerfView's window.
    return /^\s*<[?!/\w]/.test(line) ? 'used' : this.unknown();
  }

  private frame(line: string): Verdict {
    const { attributes, frames } = this.open!;
    const end = line.indexOf('</Sample>');
    const text = (end < 0 ? line : line.slice(0, end)).trim();
    if (frames.length >= maxLines)
      return this.unknown('A stack is too deep; the frames nearest to its root were left out.');
    if (text !== '') frames.push(unescaped(text));
    if (end >= 0) {
      this.open = null;
      this.sample(attributes, this.stacks.ofTexts(frames));
    }
    return 'used';
  }

  private element(name: string, attributes: string, text: string): boolean {
    if (name === 'Sample') {
      const frames = text
        .split('\n')
        .map(each => each.trim())
        .filter(each => each !== '');
      if (frames.length > 0) return this.sample(attributes, this.stacks.ofTexts(frames.map(unescaped)));
      const stack = this.stacks.resolve(integer(attributes, 'StackID'));
      if (stack !== null) return this.sample(attributes, stack);
      this.problem(
        'sample-without-stack',
        'warning',
        'The stack of a sample is not in the file; the sample was skipped.',
      );
      return false;
    }
    const id = integer(attributes, 'ID');
    const [caller, frame] = [integer(attributes, 'CallerID'), integer(attributes, 'FrameID')];
    if (Number.isNaN(id) || (name === 'Stack' && (Number.isNaN(caller) || Number.isNaN(frame)))) {
      this.unknown('An element has no id; it was skipped.');
      return false;
    }
    if (name === 'Frame') this.stacks.addFrame(id, unescaped(text).trim());
    else this.stacks.addStack(id, caller, frame);
    return true;
  }

  private sample(attributes: string, stack: Resolved): boolean {
    if (!this.hasClock) {
      this.out.clock(undated(this.options, 'run-seconds'));
      this.out.about({ other: { period: "thousandths of PerfView's metric (ms or bytes, by the view)" } });
    }
    this.hasClock = true;
    const time = attributeIn(attributes, 'Time');
    const ms =
      time === null
        ? Number.NaN
        : this.checkedTime(isInstant(Number(time) / 1e3) ? Number(time) : Number.NaN);
    const metric = Number(attributeIn(attributes, 'Metric') ?? 1);
    const period = Math.round(metric * 1000);
    const isPeriod = Number.isSafeInteger(period) && period >= 0;
    if (!isPeriod)
      this.problem(
        'negative-metric',
        'notice',
        'A negative metric, as in a comparison, cannot be stored; its sample counts without it.',
      );
    this.out.sample(
      Number.isFinite(ms) ? Math.round(ms * 1e6) : Number.NaN,
      -1,
      this.stacks.threadOf(stack),
      this.kind,
      1,
      isPeriod ? period : Number.NaN,
      stack.stack,
    );
    return true;
  }
}

function integer(attributes: string, name: string): number {
  const text = attributeIn(attributes, name);
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
