/** Which faults are tried. */
import { Random } from '../fuzz/random.ts';
import type { Lab } from './lab.ts';
import { losses } from './power.ts';
import { type Call, type CallKind, type Fault, moments, patternOf } from './preload.ts';

export interface Round {
  readonly name: string;
  readonly tried: number;
  readonly held: number;
  readonly defects: readonly string[];
}

const errorsOf: Readonly<Record<CallKind, readonly (readonly [Fault['error'], stays?: boolean])[]>> = {
  create: [['EMFILE'], ['ENOSPC'], ['EACCES']],
  update: [['EACCES'], ['EMFILE'], ['EIO']],
  open: [['EMFILE'], ['EACCES'], ['EIO']],
  read: [['EIO']],
  write: [['ENOSPC', true], ['EIO']],
  pwrite: [['ENOSPC', true], ['EIO']],
  writev: [['ENOSPC', true], ['EIO']],
  copy: [['ENOSPC', true], ['EIO']],
  truncate: [['EIO']],
  sync: [['EIO'], ['ENOSPC', true]],
  rename: [['EACCES'], ['EIO']],
  remove: [['EACCES']],
  mkdir: [['EACCES'], ['ENOSPC']],
  mmap: [['EMFILE']],
};

const opening = new Set<CallKind>(['create', 'update', 'open', 'mkdir']);

/** One round per call site: a kind of call on a kind of file. */
export async function* failures(
  lab: Lab,
  calls: readonly Call[],
  { part, parts, named }: { readonly part: number; readonly parts: number; readonly named: string },
): AsyncGenerator<Round> {
  for (const [index, [site, count]] of [...sites(calls)].entries()) {
    if (index % parts !== part || !site.includes(named)) continue;
    const [call, files] = site.split(' ') as [CallKind, string];
    const times = [...new Set([1, Math.ceil((count + 1) / 2), count])];
    const defects: string[] = [];
    let [tried, held] = [0, 0];
    for (const [turn, at] of times.entries()) {
      // A file that is not opened is so for any reason: the reasons take turns.
      const errors = errorsOf[call];
      const tries = opening.has(call) ? [errors[turn % errors.length]!] : errors;
      for (const [error, stays = false] of tries) {
        const found = await lab.fail({ call, files, at, error, stays });
        if (found === null) continue;
        tried++;
        if (found.length === 0) held++;
        defects.push(
          ...found.map(defect => `${error}${stays ? ' from' : ' at'} ${at} of ${count}: ${defect}`),
        );
      }
    }
    yield { name: site, tried, held, defects };
  }
}

/** Number of calls by `call pattern`. */
export function sites(calls: readonly Call[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { call, file } of calls) {
    if (file.startsWith(`${moments}/`)) continue;
    const site = `${call} ${patternOf(file)}`;
    found.set(site, (found.get(site) ?? 0) + 1);
  }
  return found;
}

const changing = new Set<CallKind>([
  'create',
  'write',
  'pwrite',
  'writev',
  'copy',
  'truncate',
  'sync',
  'rename',
  'remove',
  'mkdir',
]);

/** The power fails at 20 moments, and after the end. */
export async function* cuts(lab: Lab, calls: readonly Call[], count = 20): AsyncGenerator<Round> {
  const all = calls.map((_, at) => at + 1);
  const changes = all.filter(at => changing.has(calls[at - 1]!.call));
  const places = changes.length < count ? all : changes;
  const chosen = new Set(
    Array.from({ length: count }, (_, n) => places[Math.floor((n * places.length) / count)]!),
  );
  const defects: string[] = [];
  let held = 0;
  for (const at of [...chosen, null]) {
    const found = await lab.cutPower(at, losses);
    if (found.length === 0) held++;
    const where = at === null ? 'the end' : `call ${at} (${calls[at - 1]?.call} ${calls[at - 1]?.file})`;
    defects.push(...found.map(defect => `at ${where}: ${defect}`));
  }
  yield { name: 'power cut, moments', tried: chosen.size + 1, held, defects };
}

/** Kills: of an import ten in every pass, of other operations 20. One that came too late is drawn again. */
export async function* kills(
  lab: Lab,
  calls: readonly Call[],
  operation: string,
  named: string,
): AsyncGenerator<Round> {
  const random = new Random(20261127);
  const phases = new Map<string, number[]>();
  calls.forEach(({ moment }, at) => {
    const phase = operation === 'import' ? phaseOf(moment) : 'any moment';
    phases.set(phase, [...(phases.get(phase) ?? []), at + 1]);
  });
  const each = operation === 'import' ? 10 : 20;
  for (const [phase, places] of phases) {
    if (!phase.includes(named)) continue;
    const defects: string[] = [];
    let [tried, held] = [0, 0];
    for (let draws = 0; tried < each && draws < each * 3; draws++) {
      // Every call of a short phase, then some of them again.
      const at = places.length <= each && draws < places.length ? places[draws]! : random.among(places);
      const found = await lab.kill(at);
      if (found === null) continue;
      tried++;
      if (found.length === 0) held++;
      defects.push(
        ...found.map(defect => `at call ${at} (${calls[at - 1]?.call} ${calls[at - 1]?.file}): ${defect}`),
      );
    }
    yield { name: `kill, ${phase}`, tried, held, defects };
  }
}

const phaseOf = (moment: string): string =>
  moment === '' ? 'reading' : moment === 'captured' ? 'captures' : moment.replace(/ (?:begins|ends)$/, '');
