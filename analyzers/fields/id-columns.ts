/** Columns of events that hold few distinct texts, stored as ids. */

import type { Ask } from '../contract.ts';
import { threadFacts } from '../kit/catalog.ts';
import { templatesById, textsById } from '../kit/texts.ts';
import { threadSql } from '../scope/chosen-threads.ts';
import { inferredNames } from '../scope/process-names.ts';

export const idColumns = ['level', 'component', 'kind', 'template', 'process'] as const;
export type IdColumn = (typeof idColumns)[number];

/** The values of an event's column, by id. */
export function valuesOf(
  ask: Ask,
  column: 'kind' | 'level' | 'component',
): Promise<ReadonlyMap<number, string>> {
  return ask.memo(`event ${column}s`, async () => {
    const result = await ask.query.columns(
      `SELECT DISTINCT ${column}::INTEGER AS id FROM event_class WHERE ${column} IS NOT NULL`,
      [],
      ask.cancel,
    );
    const value = await textsById(ask, result.ints('id'));
    return { value, bytes: value.size * 100 };
  });
}

/** SQL over `event s`: true if `isHit` holds for the column's text. */
export async function inColumn(
  ask: Ask,
  column: IdColumn,
  isHit: (value: string) => boolean,
): Promise<string> {
  if (column === 'process') {
    const threads = await threadFacts(ask);
    const inferred = [...(await inferredNames(ask))].map(([capture, names]): [number, number[]] => [
      capture,
      [...names].filter(([, { name }]) => isHit(name)).map(([id]) => id),
    ]);
    return threadSql('s.thread', {
      ids: threads.filter(({ process }) => process !== null && isHit(process)).map(({ id }) => id),
      inferred: new Map(inferred.filter(([, ids]) => ids.length > 0)),
    });
  }
  const values = await textsInUse(ask, column);
  return inList(
    `s.${column}`,
    [...values].filter(([, value]) => isHit(value)).map(([id]) => id),
  );
}

/** The texts of such a column, by id. */
export function textsInUse(
  ask: Ask,
  column: Exclude<IdColumn, 'process'>,
): Promise<ReadonlyMap<number, string>> {
  return column === 'template' ? templatesInUse(ask) : valuesOf(ask, column);
}

export const inList = (column: string, ids: readonly number[]): string =>
  ids.length > 0 ? `${column} IN (${ids.join(', ')})` : 'false';

function templatesInUse(ask: Ask): Promise<ReadonlyMap<number, string>> {
  return ask.memo('event templates', async () => {
    const result = await ask.query.columns(
      'SELECT DISTINCT template::INTEGER AS id FROM event_class WHERE template IS NOT NULL',
      [],
      ask.cancel,
    );
    const value = await templatesById(ask, result.ints('id'));
    return { value, bytes: value.size * 200 };
  });
}
