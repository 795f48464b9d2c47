/**
 * Identifies a capture at the time an answer was taken, so that a later answer can be checked to come from the same
 * content.
 */
import { type CaptureRecord, span } from '../store/captures.ts';

/** A plain object: it is stored as JSON, in workspaces and in reports. */
export interface Fingerprint {
  /** Its id and name in the workspace. */
  readonly capture: number;
  readonly name: string;
  readonly format: string;
  /** Version of the reader: a later one may read more. */
  readonly formatVersion: number;
  readonly bytes: number;
  /** Hash of the whole file; null for a large file, which is identified by the hashes of its ends. */
  readonly sha256: string | null;
  readonly headSha256: string | null;
  readonly tailSha256: string | null;
  /** Epoch ns of its first and last row; null if it is unaligned or has no row with a time. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  /** ns that its times gain per second, against the times in its file. */
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

/** True if both were read from the same content, under any name. If there are no hashes, the sizes are compared. */
export function isSameContent(one: Fingerprint, other: Fingerprint): boolean {
  if (one.bytes !== other.bytes) return false;
  const pairs = [
    [one.sha256, other.sha256],
    [one.headSha256, other.headSha256],
    [one.tailSha256, other.tailSha256],
  ] as const;
  return pairs.every(([a, b]) => a === null || b === null || a === b);
}
