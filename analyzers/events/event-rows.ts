/** Reads events by range without materialising them. The ordered row ids are cached only for deep pages and for `find`. */
import { eventsAt } from '../../workspace/store/events.ts';
import {
  type AnswerData,
  type Arrangement,
  type Ask,
  AskError,
  type LazyAnswer,
  type Target,
} from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { threadFacts } from '../kit/catalog.ts';
import { templateIds } from '../kit/signal-ids.ts';
import { templateNumbers, templatesById, textColumn, textsById } from '../kit/texts.ts';
import { inferredNames, nameOf } from '../scope/process-names.ts';
import { searchSql } from '../search/search-sql.ts';
import { containsText, type Match, matchesAll, matchesTarget } from './event-match.ts';
import { type EventOrder, eventOrder, orderBy } from './event-order.ts';
import type { EventsInScope } from './in-scope.ts';

/** Ranges that end beyond this row are sliced from a cached array of ordered row ids (4 bytes per event). */
const cacheOrderBeyond = 20_000;

/** Up to this many matches, their ids are fetched and cached instead of a count. */
const fewMatches = 2000;

/** SQL table of the row ids in `$ids`, and the position `n` of each. */
const idList = '(SELECT unnest($ids::BIGINT[]) AS id, generate_subscripts($ids::BIGINT[], 1) AS n)';

export class EventRows implements Pick<LazyAnswer, 'count' | 'read' | 'find'> {
  /** @param order the default order, used without `sort` */
  constructor(
    private readonly within: EventsInScope,
    private readonly order: string,
  ) {}

  async count(ask: Ask, filter = ''): Promise<number> {
    const match = await this.matchOf(ask, filter);
    const ids = await this.idsIfFew(ask, match);
    if (ids) return ids.length;
    const from = `event s WHERE ${match.where}`;
    return ask.memo(`events counted ${from} ${keyOf(match)}`, async () => {
      const result = await ask.query.columns(
        `SELECT count(*)::DOUBLE AS n FROM ${from}`,
        match.params,
        ask.cancel,
      );
      return { value: result.numbers('n')[0]!, bytes: 100 };
    });
  }

  async read(
    ask: Ask,
    { sort, filter = '' }: Arrangement,
    offset: number,
    limit: number,
  ): Promise<readonly AnswerData[]> {
    const match = await this.narrowedMatch(ask, filter);
    const order = eventOrder(this.within.time, this.order, await inferredNames(ask), sort);
    const ids =
      offset + limit <= cacheOrderBeyond
        ? await this.ids(ask, match, order, `LIMIT ${limit} OFFSET ${offset}`)
        : (await this.ordered(ask, match, order)).subarray(offset, offset + limit);
    return readEvents(ask, this.within.time, ids);
  }

  async find(
    ask: Ask,
    { sort, filter = '' }: Arrangement,
    target: Target,
    after: number,
    backwards: boolean,
  ): Promise<number> {
    const match = await this.narrowedMatch(ask, filter);
    const hit = await matchesTarget(ask, this.within.time, target);
    const order = eventOrder(this.within.time, this.order, await inferredNames(ask), sort);
    const ids = await this.ordered(ask, match, order);
    const both = { where: `${match.where} AND ${hit.where}`, params: { ...match.params, ...hit.params } };
    // Starting at an end of the list, fetch only the first hit: there may be millions.
    if (after === (backwards ? ids.length - 1 : 0)) {
      const [first] = await this.ids(ask, both, order, 'LIMIT 1', backwards);
      return first === undefined ? -1 : ids.indexOf(first);
    }
    const hits = new Set(await this.ids(ask, both, order));
    const step = backwards ? -1 : 1;
    for (let at = after; at >= 0 && at < ids.length; at += step) if (hits.has(ids[at]!)) return at;
    return -1;
  }

  /** Events in scope that pass a filter. */
  private async matchOf(ask: Ask, filter: string): Promise<Match> {
    const { where, params } = await this.filterMatch(ask, filter);
    return { where: `${this.within.where} AND ${where}`, params: { ...this.within.params, ...params } };
  }

  /**
   * Like `matchOf`, but selects by row id if there are at most `fewMatches`, so that paging does not evaluate the filter
   * again, which takes as long as counting.
   */
  private async narrowedMatch(ask: Ask, filter: string): Promise<Match> {
    const match = await this.matchOf(ask, filter);
    const few = await this.idsIfFew(ask, match);
    if (!few) return match;
    return { where: 's.id IN (SELECT unnest($few::BIGINT[]))', params: { few: `[${few.join(',')}]` } };
  }

  /** Row ids of all matches, unordered; null if there are more than `fewMatches`. */
  private idsIfFew(ask: Ask, match: Match): Promise<Int32Array | null> {
    return ask.memo(`events few ${match.where} ${keyOf(match)}`, async () => {
      const result = await ask.query.columns(
        `SELECT s.id::INTEGER AS id FROM event s WHERE ${match.where} LIMIT ${fewMatches + 1}`,
        match.params,
        ask.cancel,
      );
      const ids = result.ints('id');
      return { value: ids.length > fewMatches ? null : ids, bytes: ids.byteLength + 200 };
    });
  }

  /** Events whose text contains `filter`, ignoring case, or that match it as a search query. */
  private async filterMatch(ask: Ask, filter: string): Promise<Match> {
    if (filter === '') return matchesAll;
    const byText = await containsText(ask, filter, 'filter');
    try {
      const bySearch = await searchSql(ask, filter, this.within.time, this.within.captures, 'filtered');
      return {
        where: `(${byText.where} OR coalesce(${bySearch.where}, false))`,
        params: { ...byText.params, ...bySearch.params },
      };
    } catch (error) {
      // The text is half typed, or is not meant as a search query.
      if (error instanceof AskError && error.code === 'bad-parameter') return byText;
      throw error;
    }
  }

  /** Row ids of all matches, in order, cached while memory allows. */
  private ordered(ask: Ask, match: Match, order: EventOrder): Promise<Int32Array> {
    const key = `events ${orderBy(order)} ${order.joins} ${match.where} ${keyOf(match)}`;
    return ask.memo(key, async () => {
      const value = await this.ids(ask, match, order);
      return { value, bytes: value.byteLength };
    });
  }

  private async ids(
    ask: Ask,
    match: Match,
    order: EventOrder,
    rest = '',
    reversed = false,
  ): Promise<Int32Array> {
    const result = await ask.query.columns(
      `SELECT s.id::INTEGER AS id FROM event s ${order.joins} WHERE ${match.where}
       ORDER BY ${orderBy(order, reversed)} ${rest}`,
      match.params,
      ask.cancel,
    );
    return result.ints('id');
  }
}

const keyOf = ({ params }: Match): string =>
  JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));

/** The events of these row ids, in that order: one array per column of the question `events`. */
export async function readEvents(ask: Ask, time: string, ids: Int32Array): Promise<readonly AnswerData[]> {
  const result = await ask.query.columns(
    `SELECT ${time} AS "time", s.capture::DOUBLE AS capture, s.line::DOUBLE AS line, s.level::INTEGER AS level,
            s.thread::INTEGER AS thread, s.component::INTEGER AS component, s.template::INTEGER AS template,
            s.kind::INTEGER AS kind, s.message
     FROM (${eventsAt(idList)}) s ORDER BY s.n`,
    { ids: `[${ids.join(',')}]` },
    ask.cancel,
  );
  const [level, component, template, kind] = [
    result.ints('level'),
    result.ints('component'),
    result.ints('template'),
    result.ints('kind'),
  ];
  const [names, templates, threads, inferred] = await Promise.all([
    textsById(ask, new Set([...level, ...component, ...kind])),
    templatesById(ask, template),
    threadFacts(ask),
    inferredNames(ask),
  ]);
  const captures = result.numbers('capture');
  const byId = new Map(threads.map(each => [each.id, each]));
  const threadOfRow = Array.from(result.ints('thread'), id => byId.get(id));
  const id = (value: number | undefined) => (value === undefined || value < 0 ? Number.NaN : value);
  return [
    result.wides('time'),
    captures,
    result.numbers('line'),
    textColumn(level, names),
    texts(threadOfRow.map((each, row) => (each ? nameOf(each, captures[row]!, inferred) : null))),
    textColumn(component, names),
    textColumn(template, templates),
    texts(result.texts('message')),
    textColumn(kind, names),
    Float64Array.from(threadOfRow, thread => id(thread?.pid)),
    Float64Array.from(threadOfRow, thread => id(thread?.tid)),
    templateIds(textColumn(template, templates), await templateNumbers(ask)),
  ];
}
