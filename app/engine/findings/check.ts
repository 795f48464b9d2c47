/** Checks if evidence still holds: asks its question again, of the captures that are there now. */
import type { Ask, Scope } from '../../../analyzers/contract.ts';
import { difference } from '../../../analyzers/findings/compare.ts';
import type {
  Evidence,
  EvidenceCheck,
  Fingerprint,
  StoredAnswer,
} from '../../../analyzers/findings/finding.ts';
import { paramsNow } from '../../../analyzers/findings/lasting-params.ts';
import type { CaptureRecord } from '../../../workspace/captures.ts';
import { fingerprintOf, isSameContent } from '../../../workspace/findings/fingerprint.ts';
import { toWireError } from '../errors.ts';
import { analyzerOf } from '../questions.ts';
import { sourcesOf, take } from './evidence.ts';

export interface Checked {
  readonly check: EvidenceCheck;
  readonly now: StoredAnswer | null;
}

export async function check(
  ask: Ask,
  evidence: Evidence,
  records: readonly CaptureRecord[],
  version: string,
): Promise<Checked> {
  const partners = partnersOf(evidence.captures, records.map(fingerprintOf));
  const checked = BigInt(Date.now()) * 1_000_000n;
  const told = (result: EvidenceCheck['result'], reasons: readonly string[]) => ({
    checked,
    version,
    result,
    reasons,
    difference: null,
  });
  const scope = scopeIn(evidence.scope, partners);
  if (scope === null) {
    const names = evidence.captures.map(({ name }) => name).join(', ');
    return {
      check: told('failed', [`The workspace has none of the captures it came from: ${names || 'none'}.`]),
      now: null,
    };
  }
  try {
    const ids = new Map([...partners].map(([before, { capture }]) => [capture, before]));
    const now = new Map([...partners].map(([before, { capture }]) => [before, capture]));
    const params = paramsNow(analyzerOf(evidence.question).params, evidence.params, now);
    const { answer } = await take(ask, { ...evidence, params, scope }, ids, evidence.answer);
    const differs = difference(evidence.answer, answer);
    const sources = sourcesOf(evidence.question, scope, records);
    const reasons = reasonsFor(evidence.captures, partners, sources, evidence.version, version);
    return differs
      ? { check: { ...told('stale', reasons), difference: differs }, now: answer }
      : { check: told('same', reasons), now: null };
  } catch (error) {
    if (ask.cancel.aborted) throw error;
    return { check: told('failed', [toWireError(error).message]), now: null };
  }
}

/**
 * Checks evidence of a redacted report against the evidence it was made from. Compares the columns that
 * cannot hold names, and the whole answer by its digest if both have one.
 *
 * @param own evidence of the workspace under the same id
 */
export async function checkRedacted(
  ask: Ask,
  evidence: Evidence,
  own: Evidence | undefined,
  records: readonly CaptureRecord[],
  version: string,
): Promise<Checked> {
  if (own === undefined || own.question !== evidence.question) {
    const reason =
      'The workspace has no such evidence: check the report with the workspace it was written from.';
    const checked = BigInt(Date.now()) * 1_000_000n;
    return { check: { checked, version, result: 'failed', reasons: [reason], difference: null }, now: null };
  }
  const found = await check(ask, own, records, version);
  if (found.check.result === 'failed') return found;
  const now = found.now ?? own.answer;
  const differs = difference(withoutNames(evidence.answer), withoutNames(now));
  if (differs === null) return { check: { ...found.check, result: 'same', difference: null }, now: null };
  const reasons = [
    ...found.check.reasons,
    'Names were replaced in the report: only the other values were compared.',
  ];
  return { check: { ...found.check, result: 'stale', reasons, difference: differs }, now };
}

function withoutNames(answer: StoredAnswer): StoredAnswer {
  const left = answer.columns.flatMap(({ kind }, at) => (kind === 'text' || kind === 'code' ? [] : [at]));
  return {
    ...answer,
    columns: left.map(at => answer.columns[at]!),
    rows: answer.rows.map(row => left.map(at => row[at] ?? null)),
  };
}

/**
 * Ids of the captures that an answer comes from now: its original captures, and any added to its scope since.
 */
export function sourcesNow(evidence: Evidence, records: readonly CaptureRecord[]): ReadonlySet<number> {
  const partners = partnersOf(evidence.captures, records.map(fingerprintOf));
  const scope = scopeIn(evidence.scope, partners);
  const now = scope ? sourcesOf(evidence.question, scope, records) : [];
  return new Set([...partners.values(), ...now].map(({ capture }) => capture));
}

/** Per former capture id, the capture that now has the same content, preferably under the same id. */
function partnersOf(
  before: readonly Fingerprint[],
  now: readonly Fingerprint[],
): ReadonlyMap<number, Fingerprint> {
  const partners = new Map<number, Fingerprint>();
  const taken = new Set<number>();
  const pair = (isPartner: (had: Fingerprint, has: Fingerprint) => boolean) => {
    for (const had of before) {
      if (partners.has(had.capture)) continue;
      const has = now.find(each => !taken.has(each.capture) && isPartner(had, each));
      if (!has) continue;
      partners.set(had.capture, has);
      taken.add(has.capture);
    }
  };
  pair((had, has) => had.capture === has.capture && isSameContent(had, has));
  pair((had, has) => had.name === has.name && isSameContent(had, has));
  pair(isSameContent);
  return partners;
}

/** The scope with the current ids of its captures; null if all of them are gone. */
function scopeIn(scope: Scope, partners: ReadonlyMap<number, Fingerprint>): Scope | null {
  if (scope.captures === undefined) return scope;
  const captures = scope.captures.flatMap(id => partners.get(id)?.capture ?? []);
  return captures.length === 0 && scope.captures.length > 0 ? null : { ...scope, captures };
}

/** Possible reasons for a different answer, as sentences. */
function reasonsFor(
  before: readonly Fingerprint[],
  partners: ReadonlyMap<number, Fingerprint>,
  sources: readonly Fingerprint[],
  versionBefore: string,
  version: string,
): readonly string[] {
  const known = new Set([...partners.values()].map(({ capture }) => capture));
  return [
    ...before.filter(({ capture }) => !partners.has(capture)).map(({ name }) => `${name} was removed.`),
    ...sources.filter(({ capture }) => !known.has(capture)).map(({ name }) => `${name} was added.`),
    ...before.flatMap(had => {
      const has = partners.get(had.capture);
      return has ? changesOf(had, has) : [];
    }),
    ...(versionBefore === version ? [] : [`It was taken by version ${versionBefore}; this is ${version}.`]),
  ];
}

function changesOf(had: Fingerprint, has: Fingerprint): string[] {
  const { name } = has;
  const changes: string[] = [];
  if (had.from === null && has.from !== null) changes.push(`${name} is aligned to UTC now.`);
  if (had.from !== null && has.from === null) changes.push(`${name} is not aligned to UTC any more.`);
  if (had.from !== null && has.from !== null && had.from !== has.from)
    changes.push(`The clock of ${name} was moved by ${seconds(has.from - had.from)}.`);
  if (had.drift !== has.drift)
    changes.push(`The drift of ${name} is ${has.drift / 1000} ppm instead of ${had.drift / 1000}.`);
  if (had.format !== has.format) changes.push(`${name} was read as ${has.format} instead of ${had.format}.`);
  else if (had.formatVersion !== has.formatVersion)
    changes.push(`${name} was read by another version of the reader of ${has.format}.`);
  return changes;
}

/** To the ns, without trailing zeros. */
function seconds(ns: bigint): string {
  const digits = String(ns < 0n ? -ns : ns).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${ns < 0n ? '−' : '+'}${digits.slice(0, -9)}${fraction && `.${fraction}`} s`;
}
