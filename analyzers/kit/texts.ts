/**
 * Ids to texts. A workspace may hold a million texts, so only those asked for are read: a join with all of them would
 * cost more than the question.
 */
import type { Ask, Texts } from '../contract.ts';

/** The texts of these ids; -1 is none. */
export async function textsById(ask: Ask, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
  const wanted = new Set(ids);
  wanted.delete(-1);
  if (wanted.size === 0) return new Map();
  const result = await ask.query.columns(
    'SELECT id::INTEGER AS id, value FROM "text" WHERE id IN (SELECT unnest($ids::INTEGER[]))',
    { ids: `[${[...wanted].join(',')}]` },
    ask.cancel,
  );
  const values = result.texts('value');
  return new Map(Array.from(result.ints('id'), (id, row) => [id, values[row] ?? '']));
}

/** The template of each masked message; its own text if no template was mined for it yet. */
export async function templatesById(
  ask: Ask,
  maskedTexts: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const mined = await minedTemplates(ask);
  const wanted = [...new Set(maskedTexts)].filter(id => id >= 0);
  const others = await textsById(
    ask,
    wanted.filter(id => !mined.has(id)),
  );
  return new Map(wanted.map(id => [id, mined.get(id) ?? others.get(id) ?? '']));
}

/** Every masked message's template. */
export function minedTemplates(ask: Ask): Promise<ReadonlyMap<number, string>> {
  return ask.memo('templates', async () => {
    const result = await ask.query.columns(
      'SELECT masked::INTEGER AS id, template FROM template ORDER BY masked',
      [],
      ask.cancel,
    );
    const names = result.texts('template');
    const value = new Map(Array.from(result.ints('id'), (id, row) => [id, names[row] ?? '']));
    return { value, bytes: value.size * 200 };
  });
}

/** The number of each mined template: the id of its first masked message. */
export function templateNumbers(ask: Ask): Promise<ReadonlyMap<string, number>> {
  return ask.memo('template numbers', async () => {
    const value = new Map<string, number>();
    for (const [masked, template] of await minedTemplates(ask))
      if (!value.has(template)) value.set(template, masked);
    return { value, bytes: value.size * 50 };
  });
}

/** A column of ids as a column of texts. */
export function textColumn(ids: Int32Array, names: ReadonlyMap<number, string>): Texts {
  const values: string[] = [];
  const at = new Map<string, number>();
  const index = ids.map(id => {
    const name = names.get(id);
    if (name === undefined) return -1;
    const known = at.get(name) ?? values.push(name) - 1;
    at.set(name, known);
    return known;
  });
  return { index, values };
}
