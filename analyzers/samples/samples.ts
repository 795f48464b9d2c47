/** Adds up the samples in scope: which kind answers, what they weigh, and what 100 % is. */
import { offCpu } from '../../parsers/event-meanings.ts';
import type { Columns } from '../../workspace/query.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { amountOf, counted } from '../kit/answer.ts';
import { type CaptureFact, kindFacts, unitWeights } from '../kit/catalog.ts';
import { notFound } from '../kit/names.ts';
import { note } from '../kit/notes.ts';
import { type Predicate, predicate, stackBits } from '../scope/scope.ts';
import { grouping, hideRules } from '../stacks/grouping.ts';
import { stackTree } from '../stacks/tree.ts';
import { idleNote, idleSamples, type LeftOut } from './idle.ts';

export interface Tally {
  /** The columns asked for, one row per group. */
  readonly groups: Columns;
  /** Weight of the samples in each group. */
  readonly amount: Float64Array;
  /** Weight of all samples: 100 %. */
  readonly whole: { readonly amount: number; readonly unit: string };
  /** The kind that answered; null if no sample is in scope. */
  readonly kind: string | null;
  readonly notes: readonly Note[];
}

/** Name to SQL over the alias `s`, and over what `join` brings in. */
type Groups = Readonly<Record<string, string>>;

/** Restricts samples to a set of stacks. */
export interface OfStacks {
  /** Key of the set: equal for equal sets. */
  readonly key: string;
  /** One character per stack id: 1 if the set has the stack. */
  readonly bits: string;
}

/**
 * One row per distinct combination of `groups`. Cached per scope, because every view of a scope needs the same
 * answer.
 */
export async function tally(
  ask: Ask,
  scope: Scope,
  groups: Groups,
  join = '',
  stacks: OfStacks | null = null,
): Promise<Tally> {
  const { group, ...rest } = scope;
  // Only grouping rules that hide samples matter here.
  const rules = hideRules(group);
  const narrowed: Scope = rules === '' ? rest : { ...rest, group: rules };
  const key = `tally ${JSON.stringify([groups, join, stacks?.key])} ${scopeKey(narrowed)}`;
  return ask.memo(key, async () => {
    const value = await addUp(ask, narrowed, groups, join, stacks);
    return { value, bytes: value.amount.length * (8 + 4 * Object.keys(groups).length) };
  });
}

/** Key of a scope for caches: equal for equal scopes. */
export function scopeKey(scope: Scope): string {
  return JSON.stringify(scope, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The samples in scope, without those of idle CPUs unless the scope asks for them. */
export interface SamplesInScope extends Predicate {
  /** SQL of the samples that a grouping rule hides; null if no rule hides any. */
  readonly hidden: string | null;
  /** SQL of the table that `where` is about, with its alias `s`. */
  readonly from: string;
  /** SQL over `sample s`: true for samples of idle CPUs, which `from` leaves out; null where none are. */
  readonly idle: string | null;
  /** Number of samples of idle CPUs left out, of all kinds or of one (SQL ` AND …`). */
  leftOut(kind?: string): Promise<LeftOut>;
}

export async function samplesIn(ask: Ask, scope: Scope): Promise<SamplesInScope> {
  const { hidden, ...within } = await hiding(ask, scope, await predicate(ask, scope));
  const idle = scope.withIdle ? null : await idleSamples(ask);
  if (!idle)
    return {
      ...within,
      hidden,
      from: 'sample s',
      idle: null,
      leftOut: async () => ({ samples: 0, withoutStack: 0 }),
    };
  return {
    ...within,
    hidden,
    from: `(${idle.others}) s`,
    idle: idle.where,
    leftOut: (kind = '') =>
      // Cached, because every question of a scope leaves out the same samples.
      ask.memo(`left-out ${scopeKey(scope)} ${kind}`, async () => {
        const result = await ask.query.columns(
          `SELECT (s.stack IS NULL)::INTEGER AS stackless, ${await sampleCount(ask)} AS samples
           FROM sample s WHERE ${within.where} AND (${idle.where})${kind} GROUP BY 1`,
          within.params,
          ask.cancel,
        );
        const samples = result.numbers('samples');
        const withoutStack = samples.filter((_, row) => result.ints('stackless')[row] === 1);
        return { value: { samples: sum(samples), withoutStack: sum(withoutStack) }, bytes: 16 };
      }),
  };
}

/** Narrows to the samples that no grouping rule hides. */
async function hiding(ask: Ask, scope: Scope, within: Predicate) {
  const rules = hideRules(scope.group);
  if (rules === '') return { ...within, hidden: null };
  const tree = await stackTree(ask);
  const isHidden = tree.symbols.map(grouping(rules).hides);
  const params = { ...within.params, hidden: stackBits(tree, at => isHidden[tree.frames.symbol[at]!]!) };
  const is = (bit: 0 | 1) => `get_bit($hidden::BIT, s.stack) = ${bit}`;
  return {
    ...within,
    params,
    where: `${within.where} AND (s.stack IS NULL OR ${is(0)})`,
    hidden: `${within.where} AND ${is(1)}`,
  };
}

async function addUp(
  ask: Ask,
  scope: Scope,
  groups: Groups,
  join: string,
  stacks: OfStacks | null,
): Promise<Tally> {
  const within = await samplesIn(ask, scope);
  const chosen = await chooseKind(ask, scope, within);
  const weighing = weighingOf(scope, chosen.name);
  const { byPeriod, unit } = weighing;
  const amount = byPeriod
    ? `${periodSql}, ${await sampleCount(ask)} AS samples`
    : `${await sampleCount(ask)} AS amount`;
  const keys = Object.entries(groups).map(([name, sql]) => `${sql} AS "${name}"`);
  const result = await ask.query.columns(
    `SELECT ${[...keys, amount].join(', ')} FROM ${within.from} ${join}
     WHERE ${within.where}${chosen.where}${stacks ? ' AND get_bit($of_stacks::BIT, s.stack) = 1' : ''} GROUP BY ALL`,
    { ...within.params, ...(stacks && { of_stacks: stacks.bits }) },
    ask.cancel,
  );
  return tallied({
    groups: result,
    amounts: result.numbers('amount'),
    samples: sum(result.numbers(byPeriod ? 'samples' : 'amount')),
    silent: byPeriod ? sum(result.numbers('silent')) : 0,
    kind: chosen.name,
    weighing,
    leftOut: await within.leftOut(chosen.where),
    notes: [...chosen.notes, ...within.notes],
    hidden: await hiddenNote(ask, within, chosen.where, byPeriod, unit),
  });
}

/** SQL of the sum of the periods of samples, and of the number of samples without a period. */
export const periodSql =
  'coalesce(sum(s.period), 0)::DOUBLE AS amount, (count(*) - count(s.period))::DOUBLE AS silent';

interface Weighing {
  readonly byPeriod: boolean;
  /** Unit of the sum. */
  readonly unit: string;
}

export function weighingOf({ weight }: Scope, kind: string | null): Weighing {
  const isWait = kind === offCpu;
  const byPeriod = weight === 'period' || (isWait && weight === undefined);
  const events = isWait ? 'ns' : (kind ?? 'events').replace(/:[a-zA-Z]+$/, '');
  return { byPeriod, unit: byPeriod ? events : 'samples' };
}

interface AddedUp {
  readonly groups: Columns;
  readonly amounts: Float64Array;
  /** Number of samples; with periods as the weight, also of those without a period. */
  readonly samples: number;
  readonly silent: number;
  readonly kind: string | null;
  readonly weighing: Weighing;
  readonly leftOut: LeftOut;
  /** Notes on the kind and the scope. */
  readonly notes: readonly Note[];
  readonly hidden: readonly Note[];
}

/** A tally, with the notes that every tally owes. */
export function tallied(sums: AddedUp): Tally {
  const { groups, amounts, samples, kind, leftOut, weighing } = sums;
  const notes = [
    ...sums.notes,
    ...idleNote(leftOut, leftOut.samples + samples, kind),
    ...sums.hidden,
    ...(weighing.byPeriod ? silence(sums.silent, sum(amounts)) : []),
  ];
  if (samples === 0) notes.push(noSample(notes));
  return { groups, amount: amounts, whole: { amount: sum(amounts), unit: weighing.unit }, kind, notes };
}

/** The note on the samples that grouping rules hide. */
export async function hiddenNote(
  ask: Ask,
  { hidden, params, from }: SamplesInScope,
  ofKind: string,
  byPeriod: boolean,
  unit: string,
): Promise<Note[]> {
  if (hidden === null) return [];
  const result = await ask.query.columns(
    `SELECT ${byPeriod ? 'coalesce(sum(s.period), 0)::DOUBLE' : `coalesce(${await sampleCount(ask)}, 0)`} AS amount
     FROM ${from} WHERE ${hidden}${ofKind}`,
    params,
    ask.cancel,
  );
  const amount = result.numbers('amount')[0] ?? 0;
  return amount === 0
    ? []
    : [note('hidden', `Left out by a hide rule: ${amountOf(amount, unit)}.`, { amount, unit })];
}

/** The note that no sample is in scope, with the reasons from the other notes. */
export function noSample(notes: readonly Note[]): Note {
  const codes = notes.map(({ code }) => code);
  const leftOut = [
    ...(codes.includes('idle-left-out') ? ['of idle CPUs'] : []),
    ...(codes.includes('hidden') ? ['hidden by a grouping rule'] : []),
  ];
  return note(
    'no-sample',
    leftOut.length === 0
      ? 'No samples are in scope.'
      : `All samples in scope are left out: they are ${leftOut.join(' or ')}.`,
    { leftOut },
  );
}

/** SQL that counts samples. Counting rows takes about two thirds of the time of adding up weights. */
export async function sampleCount(ask: Ask): Promise<string> {
  return (await unitWeights(ask)) ? 'count(*)::DOUBLE' : 'sum(s.weight)::DOUBLE';
}

interface ChosenKind {
  readonly name: string | null;
  /** ` AND …`; empty if all samples are of that kind. */
  readonly where: string;
  readonly notes: readonly Note[];
}

async function chooseKind(ask: Ask, scope: Scope, within: SamplesInScope): Promise<ChosenKind> {
  const possible = await possibleKinds(ask, scope, within.captures);
  if (scope.kind !== undefined) {
    const [id] = possible.chosenKind;
    const alone = possible.names.size === 1 && possible.names.has(id!);
    return { name: scope.kind, where: alone ? '' : ` AND s.kind = ${id}`, notes: [] };
  }
  if (possible.names.size <= 1)
    return { name: [...possible.names.values()][0] ?? null, where: '', notes: [] };

  const result = await ask.query.columns(
    `SELECT s.kind::INTEGER AS kind, ${await sampleCount(ask)} AS samples FROM ${within.from} WHERE ${within.where}
     GROUP BY s.kind`,
    within.params,
    ask.cancel,
  );
  const samples = result.numbers('samples');
  const { id, name, notes } = kindOfMost(
    possible.names,
    new Map(Array.from(result.ints('kind'), (kind, row) => [kind, samples[row]!])),
  );
  return { name, where: id < 0 ? '' : ` AND s.kind = ${id}`, notes };
}

interface PossibleKinds {
  /** The kinds that the captures have, by id. */
  readonly names: ReadonlyMap<number, string>;
  /** Id of the kind that the scope names, as a list of one; empty if it names none. */
  readonly chosenKind: readonly number[];
}

export async function possibleKinds(
  ask: Ask,
  scope: Scope,
  within: readonly CaptureFact[],
): Promise<PossibleKinds> {
  const facts = await kindFacts(ask);
  const captures = new Set(within.map(each => each.id));
  const names = new Map(facts.filter(each => captures.has(each.capture)).map(each => [each.kind, each.name]));
  if (scope.kind === undefined) return { names, chosenKind: [] };
  const id = facts.find(each => each.name === scope.kind)?.kind;
  if (id === undefined)
    throw notFound(
      'kind of sample',
      scope.kind,
      facts.map(each => each.name),
    );
  return { names, chosenKind: [id] };
}

/**
 * The kind with most samples; `off-cpu` only if there is no other kind, because time without a CPU is not CPU usage.
 * Kinds are never added together.
 */
export function kindOfMost(
  names: ReadonlyMap<number, string>,
  samples: ReadonlyMap<number, number>,
): { readonly id: number; readonly name: string | null; readonly notes: readonly Note[] } {
  const ranked = Array.from(samples, ([kind, samples]) => ({ kind, name: names.get(kind) ?? '', samples }));
  ranked.sort((a, b) => b.samples - a.samples || a.kind - b.kind);
  const [best, ...others] = ranked.sort((a, b) => Number(a.name === offCpu) - Number(b.name === offCpu));
  if (!best) return { id: -1, name: null, notes: [] };
  const { kind: id, name } = best;
  if (others.length === 0) return { id, name, notes: [] };
  const all = ranked.reduce((total, each) => total + each.samples, 0);
  const chosen = note(
    'kind-chosen',
    `Kind ${best.name} answered (${counted(best.samples)} of ${counted(all)} samples); others: ${others
      .map(each => `${each.name} ${counted(each.samples)}`)
      .join(', ')}.`,
    { kind: best.name, samples: best.samples, of: all, others: others.map(each => each.name) },
  );
  return { id, name, notes: [chosen] };
}

/** Note on samples without a period, which weigh nothing when periods are added up. */
function silence(silent: number, amount: number): Note[] {
  if (silent === 0) return [];
  if (amount === 0) {
    throw new AskError(
      'nothing-to-ask',
      'No sample in scope has a period: samples can only be counted (weight: samples).',
    );
  }
  return [
    note('without-period', `No weight here, because they have no period: ${amountOf(silent, 'samples')}.`, {
      samples: silent,
    }),
  ];
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
