/**
 * Masks messages: what surely varies (numbers, addresses, ids, times) becomes `<*>`; see
 * `../scanner/assembly/mask.ts`.
 *
 * Free text yields an unlimited number of masked messages. {@link MaskedTexts} bounds the memory: beyond its
 * bound, masked messages are generalised. All maskers of one output share the bound.
 */
import type { Output, TextId } from '../../contract.ts';
import { Masker } from '../scanner/masker.ts';
import { HashedBytes, type MaskedTexts, maskedOf, maxMaskedTexts } from './masked-texts.ts';

export class TemplateMasker {
  private readonly masked = new HashedBytes(Masker.longest);
  private maskedTexts: MaskedTexts | null = null;
  /** Text ids of the masked messages, by number; -1 if not yet interned. */
  private readonly ids = new Int32Array(maxMaskedTexts).fill(-1);

  /**
   * Masks the message `[start, end)` and interns it in `out`, which must be the same at every call. Only the
   * first line of a message is used.
   */
  mask(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    const masker = Masker.one();
    const length = masker.mask(bytes, start, end);
    return this.admit(masker.masked, 0, length, out);
  }

  /** Interns a message that is already masked, generalised if there are too many. */
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
