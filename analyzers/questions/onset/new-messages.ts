/** Messages that no line had before some moment: a fact, not a statistic, so a single one counts. */
import { type Level, levels } from '../../../parsers/levels.ts';
import type { Ask, Scope } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { signalId } from '../../kit/signal-ids.ts';
import { templateNumbers, templatesById, textsById } from '../../kit/texts.ts';
import { mostTemplates } from '../../movement/event-signals.ts';
import type { Grid } from '../../movement/grid.ts';

export interface NewMessage {
  readonly id: string;
  readonly template: string;
  /** Level of its first line; null if the log has none. */
  readonly level: string | null;
  /** The bucket of its first line. */
  readonly bucket: number;
  /** Epoch ns of its first line. */
  readonly at: bigint;
  readonly lines: number;
}

const worst: ReadonlySet<string> = new Set<Level>(levels.slice(0, levels.indexOf('warning') + 1));

/** True for warnings and errors, which are listed even if nothing else changed when they began. */
export const isAlarming = ({ level }: NewMessage): boolean => level !== null && worst.has(level);

/**
 * Messages of logs whose first line of all captures in scope, at any time, is in the grid. The first lines of a log that begins with the
 * others, in the first `edge` buckets, are not new.
 *
 * @param scope its range of time is ignored: a message is new only if no line before the range has it
 */
export async function newMessages(ask: Ask, scope: Scope, grid: Grid, edge: number): Promise<NewMessage[]> {
  const { from: _from, to: _to, ...always } = scope;
  const within = await eventsIn(ask, always);
  const found = await ask.query.columns(
    `WITH few AS (SELECT kind FROM event GROUP BY kind HAVING count(DISTINCT template) <= ${mostTemplates})
     SELECT s.template::INTEGER AS template, arg_min(s.level, s.ts)::INTEGER AS level, min(${within.time})::BIGINT AS first,
            count(*)::DOUBLE AS lines
     FROM event s WHERE s.ts IS NOT NULL AND s.template >= 0 AND s.kind IN (FROM few) AND ${within.where} GROUP BY s.template`,
    within.params,
    ask.cancel,
  );
  const [ids, levelIds] = [found.ints('template'), found.ints('level')];
  const [first, lines] = [found.wides('first'), found.numbers('lines')];
  const [names, levelNames, numbers] = [
    await templatesById(ask, ids),
    await textsById(ask, levelIds),
    await templateNumbers(ask),
  ];
  const earliest = new Map<string, NewMessage>();
  ids.forEach((id, row) => {
    const template = names.get(id);
    if (template === undefined) return;
    const known = earliest.get(template);
    const isFirst = known === undefined || first[row]! < known.at;
    earliest.set(template, {
      template,
      id: signalId('template', numbers.get(template) ?? id),
      level: isFirst ? (levelNames.get(levelIds[row]!) ?? null) : known.level,
      at: isFirst ? first[row]! : known.at,
      bucket: Number(((isFirst ? first[row]! : known.at) - grid.from) / grid.width),
      lines: (known?.lines ?? 0) + lines[row]!,
    });
  });
  return [...earliest.values()]
    .filter(({ bucket }) => bucket >= edge && bucket < grid.buckets)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.template < b.template ? -1 : 1));
}
