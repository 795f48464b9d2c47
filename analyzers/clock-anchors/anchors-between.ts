import { type Anchors, anchorsOf } from '../../workspace/align/fit/fits.ts';
import { readCaptures } from '../../workspace/captures.ts';
import { captureNamed } from '../clock-fits/capture-named.ts';
import type { Ask, Note } from '../contract.ts';
import { note } from '../notes.ts';

export interface Between {
  /** Null where no fit of moments was found. */
  readonly anchors: Anchors | null;
  /** Epoch ns of the zero of the capture whose moments they are; null where it is not aligned. */
  readonly zero: bigint | null;
  readonly notes: readonly Note[];
}

/** Events that both captures recorded, matched by their ids or names. */
export async function anchorsBetween(ask: Ask, capture: string, by: string): Promise<Between> {
  const all = await readCaptures(ask.query);
  const [a, b] = [captureNamed(all, capture), captureNamed(all, by)];
  const anchors = await ask.memo(`clock-anchors ${a.id} ${b.id}`, async () => {
    const value = await anchorsOf(ask.query, a, b);
    return { value, bytes: 100 * (value?.anchors.length ?? 0) };
  });
  const clock = anchors?.of.clock;
  return {
    anchors,
    zero: clock && clock.utcOffset !== null ? clock.zero + clock.utcOffset : null,
    notes: anchors
      ? []
      : [
          note(
            'no-fit',
            `No moments that both ${a.name} and ${b.name} have seen say how their clocks stand. Tools that only count are fitted by their counts, which have no moments.`,
          ),
        ],
  };
}
