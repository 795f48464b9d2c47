/**
 * A message *masked*: what is surely variable (numbers, addresses, ids, times) becomes `<*>`; see
 * `../scanner/assembly/mask.ts`.
 *
 * Where messages are mostly free text there is no end of masked messages. Memory is bounded by {@link MaskedTexts}: what comes
 * after the bound gets a more general masked message. The bound is for all maskers of one output together.
 */
import type { Output, TextId } from '../../contract.ts';
import { Masker } from '../scanner/masker.ts';
import { Buffer, type MaskedTexts, maskedOf, mostMaskedTexts } from './masked-texts.ts';

export class TemplateMasker {
  private readonly masked = new Buffer(Masker.longest);
  private maskedTexts: MaskedTexts | null = null;
  /** Ids of the masked messages in the output, by their numbers; -1 where not yet interned. */
  private readonly ids = new Int32Array(mostMaskedTexts).fill(-1);

  /**
   * The message `[start, end)` masked, interned in `out`, which must be the same at every call. Of a message
   * of several lines the first counts.
   */
  mask(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    const masker = Masker.one();
    const length = masker.mask(bytes, start, end);
    return this.admit(masker.masked, 0, length, out);
  }

  /** The same of a masked message, or of a more general one where there are too many. */
  admit(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    this.masked.bytes.set(bytes.subarray(start, end));
    this.masked.end(end - start);
    this.maskedTexts ??= maskedOf(out);
    const number = this.maskedTexts.find(this.masked);
    if (this.ids[number]! < 0) {
      const { bytes, length } = this.maskedTexts.found;
      this.ids[number] = out.text(bytes, 0, length);
    }
    return this.ids[number] as TextId;
  }
}
