/** Interns frames by their names: each distinct text is parsed once. */
import { type FrameId, none, type Output } from '../contract.ts';
import { internFrame, parseFrame, unknown } from '../families/windows/frames.ts';
import { decode } from '../kit/bytes.ts';
import { ByteTable } from '../kit/intern.ts';
import type { Texts } from './texts.ts';

/** Maximum bytes of cached names. */
const maxCachedBytes = 64 << 20;

export class Frames {
  private readonly names = new ByteTable();
  /** `none`: the name has no function and no address, so frames are distinguished by the address cell. */
  private ids: number[] = [];

  constructor(
    private readonly out: Output,
    private readonly texts: Texts,
  ) {}

  /** `[start, end)`: the name; `[address, addressEnd)`: the cell with the address. */
  idOf(bytes: Uint8Array, start: number, end: number, address: number, addressEnd: number): FrameId {
    const name = this.names.intern(bytes, start, end);
    if (name === this.ids.length) this.ids.push(this.learn(bytes, start, end));
    const id = this.ids[name]!;
    if (this.names.size > maxCachedBytes) this.forget();
    if (id !== none) return id as FrameId;
    const at = decode(bytes, address, Math.min(addressEnd, address + 20)).trim();
    const value = /^0x[0-9a-f]{1,16}$/i.test(at) ? BigInt(at) : null;
    return internFrame(this.out, this.texts.decode(bytes, start, end), value);
  }

  private learn(bytes: Uint8Array, start: number, end: number): number {
    const text = this.texts.decode(bytes, start, end);
    const { symbol, address } = parseFrame(text);
    return symbol === unknown && address === null ? none : internFrame(this.out, text);
  }

  private forget(): void {
    this.names.truncate(0);
    this.ids = [];
  }
}
