import { type Anchors, anchorsOf } from '../../../workspace/align/fit/fits.ts';
import { readCaptures } from '../../../workspace/store/captures.ts';
import type { Ask, Note } from '../../contract.ts';
import { note } from '../../kit/notes.ts';
import { captureNamed } from '../clock-fits/capture-named.ts';

export interface AnchorsBetween {
  /** Null if no fit of moments was found. */
  readonly anchors: Anchors | null;
  /** Epoch ns of the zero of the capture that the moments belong to; null if it is not aligned. */
  readonly zero: bigint | null;
  readonly notes: readonly Note[];
}

/** Events that both captures recorded, matched by their ids or names. */
export async function anchorsBetween(ask: Ask, capture: string, by: string): Promise<AnchorsBetween> {
  const all = await readCaptures(ask.query);
  const [a, b] = [captureNamed(all, capture), captureNamed(all, by)];
  const anchors = await ask.memo(`clock-anchors ${a.id} ${b.id}`, async () => {
    const value = await anchorsOf(ask.query, a, b, ask.cancel);
    return { value, bytes: 100 * (value?.anchors.length ?? 0) };
  });
  const clock = anchors?.capture.clock;
  return {
    anchors,
    zero: clock && clock.utcOffset !== null ? clock.zero + clock.utcOffset : null,
    notes: anchors
      ? []
      : [
          note(
            'no-fit',
            `${a.name} and ${b.name} recorded too few of the same moments to fit their clocks. Captures with counters only are fitted by their values, which have no moments to list.`,
          ),
        ],
  };
}
