/** Finds where a packet begins: the style in which `tcpdump` printed a capture, and the beginning of a line. */
import { ascii, decode, isBlank, isDigit, skipBlanks, skipWord, startsWith } from '../kit/bytes.ts';
import { LineTime, type TimeKind } from '../kit/line-time.ts';

/** The style of a capture: `-t` to `-ttttt` choose the time, `-#` numbers packets. */
export interface Style {
  readonly time: TimeKind;
  readonly numbered: boolean;
}

/** Beginning of packets of common protocols, after the time. */
const packet =
  /^(?:(?:\S+ +)?(?:In|Out|B|M|P) +(?:(?:ifindex \d+ )?[0-9a-f]{2}(?::[0-9a-f]{2}){5}[ ,]|IP6? |ARP,)|IP6? (?!address)|ARP, |(?:IPX|IPX3|AT|RARP|LLDP|CDPv\d|STP|MPLS|PPPoE|EAPOL|LLC|IS-IS|Loopback|802\.1Q|ethertype)\b|[0-9a-f]{2}(?::[0-9a-f]{2}){5} > )/;

/** Packets without a protocol name: old versions, and `tcpdump` on BSD. */
const bare = /^[\w.:-]{1,120} > [\w.:-]{1,120}: \S/;

export type Likeness = 'no' | 'weak' | 'strong';

/** True if the text after the time is that of a packet. */
export function likePacket(text: string): Likeness {
  if (packet.test(text)) return 'strong';
  return bare.test(text) ? 'weak' : 'no';
}

const caplen = ascii('caplen ');
const invalid = ascii('[Invalid header: ');

/** The beginning of a line; one object is reused for all lines. */
export class Start {
  readonly time = new LineTime();
  numbered = false;
  /** True if the header of the packet is damaged: it has no time. */
  isInvalid = false;
  /** Position of the packet's text. */
  text = 0;

  read(bytes: Uint8Array, start: number, end: number): void {
    let at = this.number(bytes, start, end);
    this.numbered = at > start;
    this.isInvalid = startsWith(bytes, at, end, invalid);
    // `--lengths`
    if (startsWith(bytes, at, end, caplen)) {
      for (let word = 0; word < 3; word++) at = skipBlanks(bytes, skipWord(bytes, at, end), end);
      at = Math.min(skipWord(bytes, at, end) + 1, end);
    }
    // Deltas (`-ttt`, `-ttttt`) are printed with a blank or a sign.
    const signed = (isBlank(bytes[at]) || bytes[at] === 0x2d) && isDigit(bytes[at + 1]);
    const { time } = this;
    this.text = time.read(bytes, signed ? at + 1 : at, end);
    if (signed && time.kind !== 'day') time.clear();
    if (signed && time.kind === 'day') {
      time.kind = 'relative';
      if (bytes[at] === 0x2d) {
        time.seconds = -time.seconds;
        time.nanos = -time.nanos;
      }
    }
    if (time.precision > 1e6 || (time.kind === 'relative' && !signed)) time.clear();
    if (time.kind === 'none') this.text = at;
  }

  /** `-#`: `    1  `. */
  private number(bytes: Uint8Array, start: number, end: number): number {
    const from = skipBlanks(bytes, start, end);
    let at = from;
    while (at < end && isDigit(bytes[at])) at++;
    if (at === from || at - start < 5 || bytes[at] !== 0x20 || bytes[at + 1] !== 0x20) return start;
    return at + 2;
  }
}

/** The style of the first lines; null if none of them begins a packet. `likeness`: of the first line that does. */
export function styleOf(lines: readonly string[]): (Style & { readonly likeness: Likeness }) | null {
  const start = new Start();
  for (const line of lines) {
    const bytes = ascii(line.slice(0, 400));
    start.read(bytes, 0, bytes.length);
    const { kind } = start.time;
    const likeness = likePacket(decode(bytes, start.text, bytes.length));
    // Without a time or a number a line needs more evidence: a host name and a colon are common.
    if (likeness === 'no' || (likeness === 'weak' && kind === 'none')) continue;
    return { time: kind, numbered: start.numbered, likeness };
  }
  return null;
}
