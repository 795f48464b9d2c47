import type { Ask, Scope } from '../../contract.ts';
import { chooseField } from '../../durations/choose-field.ts';
import { nanoseconds } from '../../durations/duration-kinds.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { valuesOf } from '../../fields/id-columns.ts';
import { notFound } from '../../kit/names.ts';
import type { Pairs } from './pairs.ts';

/** Two numbers of the same event. */
export async function fieldPairs(ask: Ask, kind: string, x: string, y: string, scope: Scope): Promise<Pairs> {
  const kinds = await valuesOf(ask, 'kind');
  const id = [...kinds].find(([, name]) => name === kind)?.[0];
  if (id === undefined) throw notFound('kind of event', kind, kinds.values());
  const [across, up] = [
    await numberOf(ask, { id, name: kind }, x),
    await numberOf(ask, { id, name: kind }, y),
  ];
  const { kind: _, ...rest } = scope;
  const within = await eventsIn(ask, { ...rest, kind });
  const result = await ask.query.columns(
    `SELECT ${across.sql} AS x, ${up.sql} AS y, ${within.time} AS began FROM event s
     WHERE ${within.where} AND ${across.sql} IS NOT NULL AND ${up.sql} IS NOT NULL`,
    within.params,
    ask.cancel,
  );
  return {
    x: result.numbers('x'),
    y: result.numbers('y'),
    time: result.wides('began'),
    xUnit: across.unit,
    yUnit: up.unit,
    width: null,
    notes: within.notes,
  };
}

async function numberOf(
  ask: Ask,
  kind: { readonly id: number; readonly name: string },
  name: string,
): Promise<{ readonly sql: string; readonly unit: string | null }> {
  try {
    const { sql, unit } = await chooseField(ask, kind, name);
    const factor = nanoseconds.get(unit ?? '');
    return factor === undefined ? { sql, unit } : { sql: `(${sql} * ${factor})::DOUBLE`, unit: 'ns' };
  } catch (error) {
    // Without a field of that name, `duration` is the duration of the event.
    if (name === 'duration') return { sql: 's.duration::DOUBLE', unit: 'ns' };
    throw error;
  }
}
