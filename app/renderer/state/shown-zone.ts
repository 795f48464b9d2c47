import type { Scope, WorkspaceInfo } from '../../contract.ts';
import { ownClock, type Zone } from '../../wording/time.ts';

/** The zone that the user chose; {@link ownClock} if no capture in scope is aligned to UTC, because its times are not dates. */
export function shownZone(
  workspace: Pick<WorkspaceInfo, 'captures' | 'ownStart'> | null,
  { captures = [] }: Scope,
  chosen: Zone,
): Zone {
  const start = workspace?.ownStart ?? null;
  if (!workspace || start === null) return chosen;
  const inScope = workspace.captures.filter(({ id }) => captures.length === 0 || captures.includes(id));
  return inScope.some(({ clock }) => clock.aligned) ? chosen : ownClock(start);
}
