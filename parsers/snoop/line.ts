/** Parses lines of snoop. */

export interface Summary {
  /** Empty if packets are not numbered. */
  readonly number: string;
  /** Time of day, or seconds; empty if there is none. */
  readonly time: string;
  readonly source: string;
  readonly destination: string;
  /** Printed by `-S`; NaN if there is none. */
  readonly size: number;
  /** The protocol and its description. */
  readonly text: string;
}

const summary =
  /^\s*(?:(\d{1,10})\s+)?(?:(\d{1,2}:\d\d:\d\d\.\d{1,9}|\d{1,9}\.\d{1,9})\s+)?(?:drops: \d+\s+)?([\w.:()*%-]{1,255}) +-> +([\w.:()*%-]{1,255})\s+(?:(?:length|size):? *(\d+) +)?(\S.*)$/;

/** A packet on one line, or with `-V` a layer of it; null if the line is neither. */
export function summaryOf(line: string): Summary | null {
  const match = summary.exec(line);
  if (match === null) return null;
  const [, number = '', time = '', source = '', destination = '', size, text = ''] = match;
  return { number, time, source, destination, size: size === undefined ? Number.NaN : Number(size), text };
}

/** `IP:   Time to live = 60 seconds/hops`: with `-v`, the layer and the text about it; null for other lines. */
export function layerOf(line: string): { readonly layer: string; readonly text: string } | null {
  const [, layer, text = ''] = /^([A-Z][A-Za-z0-9]{1,15}):(?:\s{1,64}(.*))?$/.exec(line) ?? [];
  return layer === undefined ? null : { layer, text };
}

/** With `-v` a packet begins with the link-layer header. */
export const begins = (line: string): boolean =>
  /^(?:ETHER|IPNET|IPIB|FDDI|TR|PPP|IB|SIMNET):\s+----- /.test(line);

/** `-V` draws a line before each packet. */
export const isRule = (line: string): boolean => /^_{8,}\s*$/.test(line);

export const isDump = (line: string): boolean => /^\s+\d{1,6}: [0-9a-f]{4} /.test(line);

/** Messages of the tool. */
export const isBanner = (line: string): boolean =>
  /^(?:Using device |snoop: |\d+ packets captured|\s*\d+ \d+ packets captured)/.test(line);
