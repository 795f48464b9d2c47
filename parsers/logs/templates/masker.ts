/**
 * From a message to its *skeleton*: what is surely variable (numbers, addresses, ids, times) becomes `<*>`; see
 * `../scanner/assembly/mask.ts`.
 *
 * Where messages are mostly free text there is no end of skeletons. Memory is bounded by {@link Skeletons}: what comes
 * after the bound gets a more general skeleton. The bound is for all maskers of one output together.
 */
import type { Output, TextId } from '../../contract.ts';
import { Masker } from '../scanner/masker.ts';
import { Buffer, mostSkeletons, type Skeletons, skeletonsOf } from './skeletons.ts';

export class TemplateMasker {
  private readonly skeleton = new Buffer(Masker.longest);
  private skeletons: Skeletons | null = null;
  /** Ids of the skeletons in the output, by their numbers; -1 where not yet interned. */
  private readonly ids = new Int32Array(mostSkeletons).fill(-1);

  /**
   * The skeleton of the message `[start, end)`, interned in `out`, which must be the same at every call. Of a message
   * of several lines the first counts.
   */
  mask(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    const masker = Masker.one();
    const length = masker.mask(bytes, start, end);
    return this.admit(masker.skeleton, 0, length, out);
  }

  /** The same of a skeleton, or of a more general one where there are too many. */
  admit(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    this.skeleton.bytes.set(bytes.subarray(start, end));
    this.skeleton.end(end - start);
    this.skeletons ??= skeletonsOf(out);
    const number = this.skeletons.find(this.skeleton);
    if (this.ids[number]! < 0) {
      const { bytes, length } = this.skeletons.found;
      this.ids[number] = out.text(bytes, 0, length);
    }
    return this.ids[number] as TextId;
  }
}
