/**
 * The syntax in which the user names series.
 *
 *     selection = pattern { "," pattern }
 *     pattern   = [ capture ":" ] glob
 *
 * A glob is compared with the whole path of a series (`disk/vda/%util`, `memory/free`) and with its counter alone
 * (`%util`). `*` stands for any text, also with slashes, `?` for any one character. Case matters only if a capital letter
 * is typed. `3:` in front means capture 3 only. A comma, star or question mark in a name is matched by `?`.
 */

import type { Ask, Note } from '../contract.ts';
import type { CaptureFact } from '../kit/catalog.ts';
import { notFound } from '../kit/names.ts';
import { note } from '../kit/notes.ts';
import { pathOf, type SeriesFact, seriesFacts } from './series-facts.ts';

/** Help text of parameters that take a selection. */
export const selectionAbout =
  'Series as object/instance/counter, with commas between; * is any text, ? any character: disk/vda/%util, cpu/*/%idle. ' +
  'A counter alone is enough (%util); 3: in front means capture 3.';

export interface Selected {
  readonly series: readonly SeriesFact[];
  readonly notes: readonly Note[];
}

/** @throws AskError `not-found`, naming the nearest, when no series of the workspace matches a pattern. */
export async function selected(
  ask: Ask,
  selection: string,
  captures: readonly CaptureFact[],
): Promise<Selected> {
  const all = await seriesFacts(ask);
  const matching = new Set<SeriesFact>();
  for (const pattern of patternsOf(selection)) {
    const matches = matcher(pattern);
    const found = all.filter(matches);
    if (found.length === 0) throw notFound('series', pattern, all.map(pathOf));
    for (const each of found) matching.add(each);
  }
  const inScope = new Set(captures.map(each => each.id));
  const series = all.filter(each => matching.has(each) && inScope.has(each.capture));
  const notes =
    series.length === 0
      ? [note('series-out-of-scope', 'The series that match belong to captures outside the scope.')]
      : [];
  return { series, notes };
}

/** A selection that matches only this series. */
export function selectionOf(series: SeriesFact): string {
  return `${series.capture}:${pathOf(series).replace(/[,*?]/g, '?')}`;
}

function patternsOf(selection: string): string[] {
  const patterns = selection.split(',').map(each => each.trim());
  return patterns.filter(each => each !== '').length > 0 ? patterns.filter(each => each !== '') : [selection];
}

function matcher(pattern: string): (series: SeriesFact) => boolean {
  const [, capture, glob = ''] = /^(?:(\d+):)?(.*)$/s.exec(pattern) ?? [];
  const anyCase = glob === glob.toLowerCase();
  const cased = (text: string) => (anyCase ? text.toLowerCase() : text);
  return each =>
    (capture === undefined || each.capture === Number(capture)) &&
    (globMatches(glob, cased(pathOf(each))) || globMatches(glob, cased(each.counter)));
}

/** Two pointers and one position to backtrack to, so that any pattern takes near linear time in practice. */
export function globMatches(glob: string, text: string): boolean {
  let [g, t] = [0, 0];
  let star = -1;
  let taken = 0;
  while (t < text.length) {
    if (glob[g] === '*') {
      star = g++;
      taken = t;
    } else if (g < glob.length && (glob[g] === '?' || glob[g] === text[t])) {
      g++;
      t++;
    } else if (star >= 0) {
      g = star + 1;
      t = ++taken;
    } else return false;
  }
  while (glob[g] === '*') g++;
  return g === glob.length;
}
