import { captureNames } from '../../../workspace/clocks/clock-words.ts';
import { type CaptureRecord, readCaptures, span } from '../../../workspace/store/captures.ts';
import type { Ask, Scope } from '../../contract.ts';

/** The captures of a scope, where each begins and ends, and the names of all. */
export async function capturesIn(ask: Ask, scope: Scope) {
  const all: readonly CaptureRecord[] = await readCaptures(ask.query);
  const captures = scope.captures?.length ? all.filter(({ id }) => scope.captures?.includes(id)) : all;
  return { found: captures, spans: captures.map(span), names: captureNames(all) };
}
