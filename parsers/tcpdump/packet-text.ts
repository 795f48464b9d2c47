/**
 * Parses the text of a packet after its time: addresses, ports and the numbers of TCP.
 *
 * Every expression here is unambiguous: a variable part ends at a character that it cannot contain.
 */
import { PacketField as Field, type PacketRow } from '../kit/packet.ts';

const plain = /^IP6? [^([]/;
/** `eth0  In  `, `Out `: added by `-i any`. */
const onInterface = /^(?:([^\s()]+) +)?(In|Out|B|M|P) +(?:ifindex \d+ )?(?=IP6? |ARP,|[0-9a-f]{2}:)/;
/** `00:1f:29:da:2d:79 > ff:ff:ff:ff:ff:ff, ethertype ARP (0x0806), length 60: `: added by `-e`. */
const linkLevel =
  /^([0-9a-f:]{17})(?: > ([0-9a-f:]{17}),)? (?:ethertype ([^(,]{1,60}) \(0x[0-9a-f]+\)|([^,]{1,60}))(?:, [^,]{1,60}){0,3}?, length (\d+): ?/;
const pointToPoint = /^(?:IP6?) \(0x[0-9a-f]+\), length \d+: /;
/** `-v`: the IP header in parentheses, after a remark if it is invalid. */
const header = /^(?:IP6? )?(?:\[[^\]]*\] \(invalid\) )?\((?=tos |class |flowlabel |hlim )/;
const headerProtocol = /\b(?:proto|next-header) ([^\s(),]+)/;
const headerTtl = /\b(?:ttl|hlim) (\d+)/;
/** `10.0.0.1.80 > 10.0.0.2.1234: ` */
const addresses = /^(?:IP6? |IPX )?(\S+) > ([^\s,]*[^\s,:])(?::\s*|[,\s]|$)/;
const arpRequest = /\bwho-has (\S+)(?: \([^)]*\))? tell ([^\s,]+)/;
const arpReply = /\bReply (\S+) is-at /;
const tcp =
  /^Flags \[([^\]]*)\](?:, cksum [^,]*)?(?:, seq (\d+)(?::(\d+))?)?(?:, ack (\d+))?(?:, win (\d+))?(?:, urg \d+)?(?:, options \[[^\]]*\]?)?(?:, length (\d+))?/;
/** Before version 4: `S 12:34(22) ack 5 win 6 <…>`. */
const oldTcp = /^([SFPRWEU.]{1,6}) (?:\[[^\]]*\] )?(?:(\d+):(\d+)\((\d+)\) ?)?(?:ack (\d+) ?)?(?:win (\d+))?/;
/** With `-q`. */
const quietTcp = /^tcp (\d+)/;
const icmpSeq = /^ICMP6?,? [^,]*,(?: id \d+,)? seq (\d+)/;
/** IP protocols without ports, by the beginning of their texts. */
const withoutPorts =
  /^(?:ICMP6?|igmp|GREv?\d?|ESP|AH|PIMv?\d?|OSPFv?\d?|VRRPv?\d?|EIGRP|RSVPv?\d?|CARPv?\d?|HBH|DSTOPT|srcrt|frag|IP6? |IPComp|ip-proto-\d+|truncated)/i;
const withPorts = new Set(['TCP', 'UDP', 'SCTP', 'DCCP', 'UDPLite']);
const numeric4 = /^\d+\.\d+\.\d+\.\d+$/;

export class PacketText {
  /** With `-v` the IP addresses are on the second line. */
  addressesFollow = false;
  private protocol = '';

  /** Reads the text of a packet's first line. */
  read(row: PacketRow, line: string): void {
    this.protocol = '';
    this.addressesFollow = false;
    if (line.startsWith('[Invalid header')) return;
    // Most lines of most captures: no link layer, no header in parentheses.
    if (plain.test(line)) {
      this.addresses(row, line);
      return;
    }
    let text = line;
    const on = onInterface.exec(text);
    if (on !== null) {
      if (on[1] !== undefined) row.string(Field.interface, on[1]);
      row.string(Field.direction, on[2]!);
      text = text.slice(on[0].length);
    }
    const link = linkLevel.exec(text);
    if (link !== null) {
      const [whole, from = '', to, type = '', other = '', length] = link;
      text = text.slice(whole.length);
      if (type === 'ARP') this.arp(row, text);
      else if (type === 'IPv4' || type === 'IPv6') this.internet(row, text);
      else {
        // The content is described in many forms or not at all, so the link-layer addresses are used.
        row.string(Field.source, from);
        if (to !== undefined) row.string(Field.destination, to);
        row.string(Field.protocol, type === '' ? other : type);
        row.number(Field.length, Number(length));
      }
    } else if (text.startsWith('ARP, ')) this.arp(row, text);
    else this.internet(row, text.replace(pointToPoint, ''));
  }

  /** `10.0.0.1.80 > 10.0.0.2.1234: Flags [.], …`, with or without a protocol name before it. */
  addresses(row: PacketRow, text: string): void {
    this.addressesFollow = false;
    const match = addresses.exec(text);
    if (match === null) {
      row.string(Field.protocol, this.protocol === '' ? firstWord(text) : this.protocol);
      return;
    }
    const [whole, from = '', to = ''] = match;
    if (text.startsWith('IPX ')) this.protocol = 'IPX';
    else this.payload(row, text.slice(whole.length), from);
    row.string(Field.protocol, this.protocol);
    const ported = withPorts.has(this.protocol);
    endpoint(row, from, ported, Field.source, Field.sourcePort);
    endpoint(row, to, ported, Field.destination, Field.destinationPort);
  }

  private internet(row: PacketRow, text: string): void {
    const open = header.exec(text);
    if (open === null) {
      this.addresses(row, text);
      return;
    }
    const close = closing(text, open[0].length);
    const said = text.slice(open[0].length, close);
    this.protocol = headerProtocol.exec(said)?.[1] ?? '';
    row.number(Field.ttl, Number(headerTtl.exec(said)?.[1] ?? Number.NaN));
    const behind = text.slice(close + 1).trimStart();
    if (behind === '') this.addressesFollow = true;
    else this.addresses(row, behind);
  }

  private payload(row: PacketRow, text: string, from: string): void {
    const segment = tcp.exec(text);
    if (segment !== null) {
      this.protocol = 'TCP';
      const [, flags = '', seq, seqEnd, ack, win, length] = segment;
      if (flags !== '') row.string(Field.flags, flags);
      numbers(row, seq, seqEnd, ack, win, length);
      return;
    }
    const quiet = quietTcp.exec(text);
    if (quiet !== null) {
      this.protocol = 'TCP';
      row.number(Field.length, Number(quiet[1]));
      return;
    }
    const old = this.protocol === '' || this.protocol === 'TCP' ? oldTcp.exec(text) : null;
    if (old !== null && (old[2] ?? old[5] ?? old[6]) !== undefined) {
      this.protocol = 'TCP';
      const [, flags = '', seq, seqEnd, length, ack, win] = old;
      row.string(Field.flags, flags);
      numbers(row, seq, seqEnd, ack, win, length ?? '0');
      return;
    }
    row.number(Field.seq, Number(icmpSeq.exec(text)?.[1] ?? Number.NaN));
    if (this.protocol === '' || this.protocol === 'HBH' || this.protocol === 'Options') {
      if (text.includes('ICMP6')) this.protocol = 'ICMPv6';
      else if (text.startsWith('sctp')) this.protocol = 'SCTP';
      else if (withoutPorts.test(text) || !mayHavePort(from)) this.protocol ||= firstWord(text);
      else this.protocol = 'UDP';
    }
    row.number(Field.length, lengthOf(text, this.protocol === 'UDP'));
  }

  private arp(row: PacketRow, text: string): void {
    row.string(Field.protocol, 'ARP');
    const request = arpRequest.exec(text);
    if (request !== null) {
      row.string(Field.source, request[2]!);
      row.string(Field.destination, request[1]!);
    } else {
      const reply = arpReply.exec(text);
      if (reply !== null) row.string(Field.source, reply[1]!);
    }
    row.number(Field.length, lengthOf(text, false));
  }
}

function numbers(
  row: PacketRow,
  seq: string | undefined,
  seqEnd: string | undefined,
  ack: string | undefined,
  win: string | undefined,
  length: string | undefined,
): void {
  if (seq !== undefined) row.number(Field.seq, Number(seq));
  if (seqEnd !== undefined) row.number(Field.seqEnd, Number(seqEnd));
  if (ack !== undefined) row.number(Field.ack, Number(ack));
  if (win !== undefined) row.number(Field.win, Number(win));
  if (length !== undefined) row.number(Field.length, Number(length));
}

/** The last `length 12` of a text; for a DNS message `(12)` at its end. NaN if there is none. */
function lengthOf(text: string, isUdp: boolean): number {
  const at = text.lastIndexOf('length');
  const said = at < 0 ? null : /^length:? (\d+)/.exec(text.slice(at, at + 24));
  if (said !== null) return Number(said[1]);
  const last = isUdp ? /\((\d+)\)$/.exec(text.slice(-16)) : null;
  return last === null ? Number.NaN : Number(last[1]);
}

function endpoint(
  row: PacketRow,
  text: string,
  ported: boolean,
  address: typeof Field.source | typeof Field.destination,
  port: typeof Field.sourcePort | typeof Field.destinationPort,
): void {
  const dot = ported && mayHavePort(text) ? text.lastIndexOf('.') : -1;
  row.string(address, dot < 0 ? text : text.slice(0, dot));
  if (dot >= 0) row.string(port, text.slice(dot + 1));
}

/** Fragments have no port; an IPv6 address contains no dot. */
const mayHavePort = (text: string): boolean => text.includes('.') && !numeric4.test(text);

/** `igmp v3 report` → `IGMP`. */
function firstWord(text: string): string {
  const word = /^[\w-]{1,40}/.exec(text)?.[0] ?? '';
  return word === '' ? 'unknown' : word.toUpperCase();
}

/** Position of the parenthesis that closes the one before `from`; the end if none does. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28) depth++;
    else if (code === 0x29 && --depth === 0) return at;
  }
  return text.length;
}
