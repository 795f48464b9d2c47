import type { Options, Output } from '../contract.ts';
import { ascii, decode, isBlank, startsWith } from '../kit/bytes.ts';
import { LineClock, relativeTo } from '../kit/line-clock.ts';
import { LineReader, type Verdict } from '../kit/line-reader.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { PacketRow } from '../kit/packet.ts';
import { PacketText } from './packet-text.ts';
import { likePacket, Start, type Style, styleOf } from './start.ts';

/** `\t0x0000:  4500 …`, by `-x` and `-X`. */
const dump = ascii('\t0x');

/** Maximum length of a text that is searched for addresses and numbers. */
const maxSearched = 2000;

/** Messages of the tool. */
const banner =
  /^(?:\S*tcpdump: |listening on |reading from file |dropped privs |Warning: |\d+ packets? (?:captured|received by filter|dropped by (?:kernel|interface)))/;
const facts = /^(\d+) packets? (captured|received by filter|dropped by (?:kernel|interface))/;

/** One event per packet: its lines follow each other, and only the first has a time. */
export class TcpdumpReader extends LineReader {
  private readonly style: Style;
  private readonly clock: LineClock;
  private readonly start = new Start();
  private readonly packet: PacketRow;
  private readonly text = new PacketText();
  private hasReportedCut = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    const lines = headLines(options.head, Number.POSITIVE_INFINITY);
    this.style = styleOf(lines) ?? { time: 'none', numbered: false };
    this.clock = new LineClock(out, options, relativeTo(relativeTimes(lines)));
    this.packet = new PacketRow(out);
  }

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    const { packet } = this;
    const isDump = startsWith(bytes, start, end, dump);
    if (!isDump && this.begins(bytes, start, end)) {
      packet.close();
      packet.begin(this.clock.at(this.start.time), this.lineNumber, this.lineOffset);
      this.text.read(packet, decode(bytes, this.start.text, Math.min(end, this.start.text + maxSearched)));
      this.add(bytes, this.start.text, end);
      return 'used';
    }
    if (!isDump && this.readBanner(bytes, start, end)) return 'used';
    if (!packet.open) return this.unknown('A line before the first packet was skipped.');
    packet.lines = this.lineNumber - packet.line + 1;
    if (isDump) return 'used';
    if (this.text.addressesFollow) {
      this.text.addresses(packet, decode(bytes, start, Math.min(end, start + maxSearched)).trimStart());
    }
    this.add(bytes, start, end);
    return 'used';
  }

  protected override finish(): void {
    this.packet.close();
    this.clock.finish();
  }

  private begins(bytes: Uint8Array, start: number, end: number): boolean {
    const { style } = this;
    const isTimed = style.time !== 'none';
    if (!style.numbered && isBlank(bytes[start]) && style.time !== 'relative') return false;
    this.start.read(bytes, start, end);
    if (this.start.isInvalid) return true;
    if (this.start.time.kind !== style.time || this.start.numbered !== style.numbered) return false;
    if (isTimed || style.numbered) return true;
    return likePacket(decode(bytes, start, Math.min(end, start + 80))) === 'strong';
  }

  private add(bytes: Uint8Array, start: number, end: number): void {
    if (this.packet.add(bytes, start, end) || this.hasReportedCut) return;
    this.hasReportedCut = true;
    this.problem('packet-too-long', 'notice', "Of a packet's text the first 64 KiB were read.");
  }

  private readBanner(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start]!;
    if (isBlank(first) || end - start > 300) return false;
    const line = decode(bytes, start, end);
    if (!banner.test(line)) return false;
    const [, count = '', what = ''] = facts.exec(line) ?? [];
    if (count !== '') this.out.about({ other: { [`packets ${what}`]: count } });
    if (what.startsWith('dropped') && count !== '0') {
      this.problem(
        'packets-dropped',
        'warning',
        `tcpdump says that ${count} packets were ${what}: they are missing here.`,
      );
    }
    return true;
  }
}

/** `-ttt` and `-ttttt` print times in the same form. */
function relativeTimes(lines: readonly string[]): number[] {
  const start = new Start();
  const times: number[] = [];
  for (const line of lines) {
    const bytes = ascii(line.slice(0, 80));
    start.read(bytes, 0, bytes.length);
    if (start.time.kind === 'relative') times.push(start.time.seconds * 1e9 + start.time.nanos);
  }
  return times;
}
