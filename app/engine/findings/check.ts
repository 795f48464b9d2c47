/** Checks whether evidence still holds: asks its question again of the captures now in the workspace. */
import type { Ask, Scope } from '../../../analyzers/contract.ts';
import { difference } from '../../../analyzers/findings/compare.ts';
import type {
  Evidence,
  EvidenceCheck,
  Fingerprint,
  StoredAnswer,
} from '../../../analyzers/findings/finding.ts';
import { paramsNow } from '../../../analyzers/findings/lasting-params.ts';
import { fingerprintOf, isSameContent } from '../../../workspace/findings/fingerprint.ts';
import type { CaptureRecord } from '../../../workspace/store/captures.ts';
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
  const matches = matchCaptures(evidence.captures, records.map(fingerprintOf));
  const checked = BigInt(Date.now()) * 1_000_000n;
  const resultOf = (result: EvidenceCheck['result'], reasons: readonly string[]) => ({
    checked,
    version,
    result,
    reasons,
    difference: null,
  });
  const scope = scopeIn(evidence.scope, matches);
  if (scope === null) {
    return { check: resultOf('failed', [missingCaptures(evidence)]), now: null };
  }
  try {
    const ids = new Map([...matches].map(([before, { capture }]) => [capture, before]));
    const now = new Map([...matches].map(([before, { capture }]) => [before, capture]));
    const params = paramsNow(analyzerOf(evidence.question).params, evidence.params, now);
    const { answer } = await take(ask, { ...evidence, params, scope }, ids, evidence.answer);
    const differs = difference(evidence.answer, answer);
    const sources = sourcesOf(evidence.question, scope, records);
    const reasons = reasonsFor(evidence.captures, matches, sources, evidence.version, version);
    return differs
      ? { check: { ...resultOf('stale', reasons), difference: differs }, now: answer }
      : { check: resultOf('same', reasons), now: null };
  } catch (error) {
    if (ask.cancel.aborted) throw error;
    return { check: resultOf('failed', [toWireError(error).message]), now: null };
  }
}

/**
 * Checks evidence of a redacted report against the evidence it was made from. Compares the columns that
 * cannot contain names, and the whole answer by its digest if both have one.
 *
 * @param original the workspace's evidence with the same id
 */
export async function checkRedacted(
  ask: Ask,
  evidence: Evidence,
  original: Evidence | undefined,
  records: readonly CaptureRecord[],
  version: string,
): Promise<Checked> {
  if (original === undefined || original.question !== evidence.question) {
    const reason =
      'This workspace does not contain the evidence. Open the workspace that the report was exported from, and check again.';
    const checked = BigInt(Date.now()) * 1_000_000n;
    return { check: { checked, version, result: 'failed', reasons: [reason], difference: null }, now: null };
  }
  const rechecked = await check(ask, original, records, version);
  if (rechecked.check.result === 'failed') return rechecked;
  const now = rechecked.now ?? original.answer;
  const differs = difference(withoutNames(evidence.answer), withoutNames(now));
  if (differs === null) return { check: { ...rechecked.check, result: 'same', difference: null }, now: null };
  const reasons = [
    ...rechecked.check.reasons,
    'Names were replaced in the report: only the other values were compared.',
  ];
  return { check: { ...rechecked.check, result: 'stale', reasons, difference: differs }, now };
}

function withoutNames(answer: StoredAnswer): StoredAnswer {
  const compared = answer.columns.flatMap(({ kind }, at) => (kind === 'text' || kind === 'code' ? [] : [at]));
  return {
    ...answer,
    columns: compared.map(at => answer.columns[at]!),
    rows: answer.rows.map(row => compared.map(at => row[at] ?? null)),
  };
}

/**
 * Ids of the captures that an answer comes from now: its original captures, and any added to its scope since.
 */
export function sourcesNow(evidence: Evidence, records: readonly CaptureRecord[]): ReadonlySet<number> {
  const matches = matchCaptures(evidence.captures, records.map(fingerprintOf));
  const scope = scopeIn(evidence.scope, matches);
  const now = scope ? sourcesOf(evidence.question, scope, records) : [];
  return new Set([...matches.values(), ...now].map(({ capture }) => capture));
}

/** By former capture id: the capture that has the same content now, preferably under the same id. */
function matchCaptures(
  before: readonly Fingerprint[],
  now: readonly Fingerprint[],
): ReadonlyMap<number, Fingerprint> {
  const matches = new Map<number, Fingerprint>();
  const matched = new Set<number>();
  const match = (isMatch: (earlier: Fingerprint, current: Fingerprint) => boolean) => {
    for (const former of before) {
      if (matches.has(former.capture)) continue;
      const current = now.find(each => !matched.has(each.capture) && isMatch(former, each));
      if (!current) continue;
      matches.set(former.capture, current);
      matched.add(current.capture);
    }
  };
  match((former, current) => former.capture === current.capture && isSameContent(former, current));
  match((former, current) => former.name === current.name && isSameContent(former, current));
  match(isSameContent);
  return matches;
}

/** The scope with the current ids of its captures; null if all of them are gone. */
function scopeIn(scope: Scope, matches: ReadonlyMap<number, Fingerprint>): Scope | null {
  if (scope.captures === undefined) return scope;
  const captures = scope.captures.flatMap(id => matches.get(id)?.capture ?? []);
  return captures.length === 0 && scope.captures.length > 0 ? null : { ...scope, captures };
}

function missingCaptures({ captures }: Evidence): string {
  if (captures.length === 0)
    return 'The captures in the scope of the evidence are not in this workspace. Import them to check it.';
  const names = captures.map(({ name }) => name).join(', ');
  return captures.length === 1
    ? `The evidence comes from ${names}, which is not in this workspace. Import it to check the evidence.`
    : `The evidence comes from ${names}; none of them is in this workspace. Import them to check the evidence.`;
}

/** Possible reasons for a different answer, as sentences. */
function reasonsFor(
  before: readonly Fingerprint[],
  matches: ReadonlyMap<number, Fingerprint>,
  sources: readonly Fingerprint[],
  versionBefore: string,
  version: string,
): readonly string[] {
  const known = new Set([...matches.values()].map(({ capture }) => capture));
  return [
    ...before.filter(({ capture }) => !matches.has(capture)).map(({ name }) => `${name} was removed.`),
    ...sources.filter(({ capture }) => !known.has(capture)).map(({ name }) => `${name} was added.`),
    ...before.flatMap(former => {
      const current = matches.get(former.capture);
      return current ? changesOf(former, current) : [];
    }),
    ...(versionBefore === version
      ? []
      : [`The answer was stored by Aftertrace ${versionBefore}; this is Aftertrace ${version}.`]),
  ];
}

function changesOf(before: Fingerprint, after: Fingerprint): string[] {
  const { name } = after;
  const changes: string[] = [];
  if (before.from === null && after.from !== null) changes.push(`${name} is aligned to UTC now.`);
  if (before.from !== null && after.from === null) changes.push(`${name} is not aligned to UTC any more.`);
  if (before.from !== null && after.from !== null && before.from !== after.from)
    changes.push(`The clock of ${name} was moved by ${seconds(after.from - before.from)}.`);
  if (before.drift !== after.drift)
    changes.push(`The drift of ${name} is ${after.drift / 1000} ppm instead of ${before.drift / 1000}.`);
  if (before.format !== after.format)
    changes.push(`${name} was read as ${after.format} instead of ${before.format}.`);
  else if (before.formatVersion !== after.formatVersion)
    changes.push(`${name} was read by another version of the ${after.format} reader.`);
  return changes;
}

/** Seconds with a sign, to the nanosecond, without trailing zeros: `+1.5 s`. */
function seconds(ns: bigint): string {
  const digits = String(ns < 0n ? -ns : ns).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${ns < 0n ? '−' : '+'}${digits.slice(0, -9)}${fraction && `.${fraction}`} s`;
}
