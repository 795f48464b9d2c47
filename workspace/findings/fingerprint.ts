/** What a capture was when an answer was taken from it, so that a later answer can be told to come from the same. */
import { type CaptureRecord, span } from '../captures.ts';

/** Plain: it is kept as JSON, in workspaces and in reports. */
export interface Fingerprint {
  /** Its id in the workspace, and what it is called there. */
  readonly capture: number;
  readonly name: string;
  readonly format: string;
  /** Of the reader: a later one may read more. */
  readonly formatVersion: number;
  readonly bytes: number;
  /** Of the whole file; null where it is large, and its ends tell. */
  readonly sha256: string | null;
  readonly headSha256: string | null;
  readonly tailSha256: string | null;
  /** Epoch ns of its first and last row; null when it is unaligned or has none with a time. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  /** What its times gain in each second against those of its file, ns. */
  readonly drift: number;
}

export function fingerprintOf(capture: CaptureRecord): Fingerprint {
  const within = span(capture);
  return {
    capture: capture.id,
    name: capture.name,
    format: capture.format,
    formatVersion: capture.formatVersion,
    bytes: capture.bytes,
    sha256: capture.sha256,
    headSha256: capture.headSha256,
    tailSha256: capture.tailSha256,
    from: within?.from ?? null,
    to: within?.to ?? null,
    drift: capture.clock.facts.drift,
  };
}

/**
 * True if both were read from the same content, under whatever name. Of files that have no hashes, the size
 * decides.
 */
export function isSameContent(one: Fingerprint, other: Fingerprint): boolean {
  if (one.bytes !== other.bytes) return false;
  const pairs = [
    [one.sha256, other.sha256],
    [one.headSha256, other.headSha256],
    [one.tailSha256, other.tailSha256],
  ] as const;
  return pairs.every(([a, b]) => a === null || b === null || a === b);
}
