/**
 * The first line of the sysstat tools and of the sar of other systems:
 *
 *     Linux 6.1.0-13-amd64 (web1)     11/21/26     _x86_64_    (2 CPU)
 *     SunOS web1 5.10 Generic_118822-11 sun4u    09/04/2005
 */
import type { CaptureFacts, Options } from '../../contract.ts';
import { type ReadDate, readDate } from '../../kit/metrics/wall-clock.ts';

/** `Average:` in any language: the rows of averages that sysstat's tools print at their end. */
export const averageLabel = /^(?:\p{L}[^\d]*?:|Average)(?=\s|$)/u;

export interface Banner {
  readonly facts: CaptureFacts;
  readonly host: string;
  /** Date in days since 1970; null if it cannot be read. */
  readonly days: number | null;
  /** True if the date could be read in several ways. */
  readonly guess: boolean;
  /** See {@link ReadDate.dayFirst}. */
  readonly dayFirst: ReadDate['dayFirst'];
}

const linux =
  /^(Linux|GNU\/kFreeBSD) (\S+) \((.{0,256}?)\)\s{1,64}(\S.{0,256}?)(?:\s{1,64}_(\S{1,64})_)?(?:\s{1,64}\((\d{1,6}) CPU\))?$/u;
const unix = /^(SunOS|HP-UX|AIX) (\S+) (.{0,256}?)\s{1,64}(\d+\/\d+\/\d+)$/;

/** Longest line that can be a banner: on a line of megabytes the expressions below would be slow. */
const maxLength = 500;

/** Parses a banner; null for other lines. */
export function readBanner(line: string, options: Pick<Options, 'modified'>): Banner | null {
  if (line.length > maxLength) return null;
  const match = linux.exec(line);
  if (match !== null) {
    const [, system, release, host, date, arch, cpus] = match;
    const facts: CaptureFacts = {
      host: host!,
      os: `${system} ${release}`,
      ...(arch === undefined ? {} : { arch }),
      ...(cpus === undefined ? {} : { cpus: Number(cpus) }),
    };
    return banner(facts, host!, date!.replace(/(?<=[.年月년월])\s+/gu, ''), options);
  }
  const other = unix.exec(line);
  if (other === null) return null;
  const [, system, host, rest, date] = other;
  const parts = rest!.split(/\s+/);
  const arch = parts.pop()!;
  const os = [system, ...parts].join(' ');
  // sar of these systems puts the month first in every locale.
  return { ...banner({ host: host!, os, arch }, host!, date!, options), dayFirst: null };
}

function banner(facts: CaptureFacts, host: string, text: string, options: Pick<Options, 'modified'>): Banner {
  const date = readDate(text, options.modified);
  return {
    facts,
    host,
    days: date?.days ?? null,
    guess: date?.isGuess ?? true,
    dayFirst: date?.dayFirst ?? null,
  };
}
