/** The comment block at the beginning of collectl's files. */
import type { Output } from '../contract.ts';
import { offsetText, parseOffset } from '../kit/civil.ts';

/** Facts of one header line that the reader needs. */
export interface HeaderFacts {
  readonly host?: string;
  /** `+01:00` */
  readonly zone?: string;
}

/** Reads one line that begins with `#`, and writes capture facts to `out`. */
export function readHeader(line: string, out: Output): HeaderFacts {
  const host = /^# Host: +(\S+)/.exec(line)?.[1];
  if (host !== undefined) out.about({ host });
  const system = /^# Kernel: +(\S+)/.exec(line)?.[1];
  if (system !== undefined) out.about({ os: `Linux ${system}` });
  const cpus = Number(/ NumCPUs: (\d+)/.exec(line)?.[1]);
  if (cpus > 0) out.about({ cpus });
  const version = /^# Collectl: {1,16}(\S{1,64}).{0,256}?Options: {1,16}(.{0,4096}?)\s{0,64}$/.exec(line);
  if (version !== null) out.about({ command: `collectl ${version[2]!}`, other: { version: version[1]! } });
  const offset = parseOffset(/ TZ: ([+-]\d{4})/.exec(line)?.[1] ?? '');
  return {
    ...(host === undefined ? {} : { host }),
    ...(offset === null ? {} : { zone: offsetText(offset) }),
  };
}
