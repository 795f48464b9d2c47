import type { Options, Output } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { LineClock, relativeTo } from '../kit/line-clock.ts';
import { LineTime } from '../kit/line-time.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacketField as Field, PacketRow } from '../kit/packet.ts';
import { begins, isBanner, isDump, isRule, layerOf, type Summary, summaryOf } from './line.ts';

const ports = /\bD=(\d+) S=(\d+)/;
const tcpFlags = [
  [1, 'Fin'],
  [2, 'Syn'],
  [4, 'Rst'],
  [8, 'Push'],
  [32, 'Urg'],
] as const;

/** `Source port = 23`: name and value in a line of `-v`. */
const member = /^([A-Z][a-z]*(?: [a-z]+)*) *= ([^\s,]+)/;
const texts: ReadonlyMap<string, Field> = new Map([
  ['Source address', Field.source],
  ['Destination address', Field.destination],
  ['Source port', Field.sourcePort],
  ['Destination port', Field.destinationPort],
]);
const numbers: ReadonlyMap<string, Field> = new Map([
  ['Time to live', Field.ttl],
  ['Hop limit', Field.ttl],
  ['Sequence number', Field.seq],
  ['Acknowledgement number', Field.ack],
  ['Window', Field.win],
]);
const arrived = /^Packet \d+ arrived at (\d{1,2}:\d\d:\d\d\.\d+)/;

export class SnoopReader extends TextReader {
  private readonly packet: PacketRow;
  private readonly clock: LineClock;
  private readonly time = new LineTime();
  /** With `-V` the lines up to the next rule are one packet. */
  private isRuled = false;
  /** The last protocol named in the open packet. */
  private protocol = '';

  constructor(out: Output, options: Options) {
    super(out, options);
    this.packet = new PacketRow(out);
    this.clock = new LineClock(out, options, relativeTo(relativeTimes(options)));
  }

  protected read(line: string): Verdict {
    const { packet } = this;
    if (isRule(line)) {
      this.close();
      this.isRuled = true;
      return 'used';
    }
    if (isBanner(line)) {
      this.out.about({ other: { snoop: line.trim() } });
      return 'used';
    }
    if (begins(line)) {
      this.close();
      this.begin('');
    }
    const layer = layerOf(line);
    if (layer !== null && packet.open) {
      this.detail(layer.layer, layer.text);
      return this.keep(line);
    }
    const summary = summaryOf(line);
    if (summary !== null) {
      if (!(this.isRuled && packet.open)) {
        this.close();
        this.begin(summary.time);
      }
      this.summary(summary);
      return this.keep(`${summary.source} -> ${summary.destination} ${summary.text}`);
    }
    if (!packet.open) return this.unknown('A line before the first packet was skipped.');
    if (!isDump(line) && !/^\s/.test(line))
      return this.unknown('A line that is not a packet of snoop was skipped.');
    packet.lines = this.lineNumber - packet.line + 1;
    return isDump(line) ? 'used' : this.keep(line);
  }

  protected override finish(): void {
    this.close();
    this.clock.finish();
  }

  private begin(time: string): void {
    this.packet.begin(this.at(time), this.lineNumber, this.lineOffset);
    this.protocol = '';
  }

  private close(): void {
    if (this.packet.open && this.protocol !== '') this.packet.string(Field.protocol, this.protocol);
    this.packet.close();
  }

  private at(text: string): number {
    const bytes = ascii(text[1] === ':' ? `0${text}` : text);
    this.time.clear();
    this.time.read(bytes, 0, bytes.length);
    return text === '' ? Number.NaN : this.checkedTime(this.clock.at(this.time));
  }

  private keep(line: string): Verdict {
    const { packet } = this;
    const bytes = ascii(line);
    packet.lines = this.lineNumber - packet.line + 1;
    packet.add(bytes, 0, bytes.length);
    return 'used';
  }

  private summary({ source, destination, size, text }: Summary): void {
    const { packet } = this;
    this.protocol = /^[\w.-]+/.exec(text)?.[0] ?? this.protocol;
    packet.string(Field.source, source);
    packet.string(Field.destination, destination);
    const [, to, from] = ports.exec(text) ?? [];
    if (to !== undefined && from !== undefined) {
      packet.string(Field.sourcePort, from);
      packet.string(Field.destinationPort, to);
    }
    const number = (field: Field, pattern: RegExp): void => {
      packet.number(field, Number(pattern.exec(text)?.[1] ?? Number.NaN));
    };
    if (this.protocol === 'TCP') {
      const flags = tcpFlags.map(([, name]) => name).filter(name => text.includes(` ${name} `));
      if (flags.length > 0) packet.string(Field.flags, flags.join(' '));
      number(Field.seq, /\bSeq=(\d+)/);
      number(Field.ack, /\bAck=(\d+)/);
      number(Field.win, /\bWin=(\d+)/);
      number(Field.length, /\bLen=(\d+)/);
    }
    if (this.protocol === 'UDP') number(Field.length, /\bLEN=(\d+)/);
    packet.number(Field.length, this.isRuled ? Number.NaN : size);
  }

  /** A line of `-v`. */
  private detail(layer: string, text: string): void {
    const { packet } = this;
    if (text.startsWith('-----')) {
      this.protocol = layer;
      return;
    }
    const time = layer === 'IP' ? null : arrived.exec(text);
    if (time !== null) packet.ts = this.at(time[1]!);
    const [, name, value] = member.exec(text) ?? [];
    if (name === undefined || value === undefined) return;
    const [asText, asNumber] = [texts.get(name), numbers.get(name)];
    if (asText !== undefined) packet.string(asText, value);
    else if (asNumber !== undefined) packet.number(asNumber, Number.parseInt(value, 10));
    else if (layer === 'UDP' && name === 'Length') packet.number(Field.length, Number.parseInt(value, 10));
    else if (layer === 'TCP' && name === 'Flags') this.flags(value);
  }

  /** `0x18`. */
  private flags(value: string): void {
    const bits = /^0x([0-9a-f]{1,4})$/.exec(value)?.[1];
    if (bits === undefined) return;
    const flags = tcpFlags.filter(([bit]) => (Number.parseInt(bits, 16) & bit) !== 0).map(([, name]) => name);
    if (flags.length > 0) this.packet.string(Field.flags, flags.join(' '));
  }
}

/** Times in seconds of the first packets, one per packet. */
function relativeTimes({ head }: Options): number[] {
  let last = '';
  const times: number[] = [];
  for (const line of headLines(head, Number.POSITIVE_INFINITY)) {
    const summary = summaryOf(line);
    if (summary === null || summary.time === '' || summary.time.includes(':')) continue;
    if (summary.number === '' || summary.number !== last) times.push(Number(summary.time));
    last = summary.number;
  }
  return times;
}
