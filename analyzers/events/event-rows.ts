/** Reads events by range without materialising them. The ordered row ids are cached only for deep pages and for `find`. */
import { eventsAt } from '../../workspace/events.ts';
import { texts } from '../answer.ts';
import { threadFacts } from '../catalog.ts';
import {
  type AnswerData,
  type Arrangement,
  type Ask,
  AskError,
  type LazyAnswer,
  type Sought,
} from '../contract.ts';
import { templateIds } from '../movement/ids.ts';
import { lentNames, nameOf } from '../process-names.ts';
import { searchSql } from '../search/search-sql.ts';
import { containing, everything, type Match, sought } from './event-match.ts';
import { type EventOrder, eventOrder, orderBy } from './event-order.ts';
import type { EventsInScope } from './in-scope.ts';
import { templateNumbers, templatesById, textColumn, textsById } from './texts.ts';

/** Ranges that end beyond this row are sliced from a cached array of ordered row ids (4 B per event). */
const cacheOrderBeyond = 20_000;

/** Up to this many matches, their ids are fetched and cached instead of a count. */
const fewMatches = 2000;

/** SQL table of the ids in `$ids`, with their ordinal `n`. */
const picked = '(SELECT unnest($ids::BIGINT[]) AS id, generate_subscripts($ids::BIGINT[], 1) AS n)';

export class EventRows implements Pick<LazyAnswer, 'count' | 'read' | 'find'> {
  /** @param order the default order, used without `sort` */
  constructor(
    private readonly within: EventsInScope,
    private readonly order: string,
  ) {}

  async count(ask: Ask, filter = ''): Promise<number> {
    const match = await this.matching(ask, filter);
    const few = await this.few(ask, match);
    if (few) return few.length;
    const from = `event s WHERE ${match.where}`;
    return ask.memo(`events counted ${from} ${keyOf(match)}`, async () => {
      const found = await ask.query.columns(
        `SELECT count(*)::DOUBLE AS n FROM ${from}`,
        match.params,
        ask.cancel,
      );
      return { value: found.numbers('n')[0]!, bytes: 100 };
    });
  }

  async read(
    ask: Ask,
    { sort, filter = '' }: Arrangement,
    offset: number,
    limit: number,
  ): Promise<readonly AnswerData[]> {
    const match = await this.found(ask, filter);
    const order = eventOrder(this.within.time, this.order, await lentNames(ask), sort);
    const ids =
      offset + limit <= cacheOrderBeyond
        ? await this.ids(ask, match, order, `LIMIT ${limit} OFFSET ${offset}`)
        : (await this.ordered(ask, match, order)).subarray(offset, offset + limit);
    return readEvents(ask, this.within.time, ids);
  }

  async find(
    ask: Ask,
    { sort, filter = '' }: Arrangement,
    what: Sought,
    after: number,
    backwards: boolean,
  ): Promise<number> {
    const match = await this.found(ask, filter);
    const hit = await sought(ask, this.within.time, what);
    const order = eventOrder(this.within.time, this.order, await lentNames(ask), sort);
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
  private async matching(ask: Ask, filter: string): Promise<Match> {
    const { where, params } = await this.filtered(ask, filter);
    return { where: `${this.within.where} AND ${where}`, params: { ...this.within.params, ...params } };
  }

  /** Like `matching`, but by ids if there are few: evaluating the filter for each page takes as long as counting. */
  private async found(ask: Ask, filter: string): Promise<Match> {
    const match = await this.matching(ask, filter);
    const few = await this.few(ask, match);
    if (!few) return match;
    return { where: 's.id IN (SELECT unnest($few::BIGINT[]))', params: { few: `[${few.join(',')}]` } };
  }

  /** Row ids of all matches, unordered; null if there are more than `fewMatches`. */
  private few(ask: Ask, match: Match): Promise<Int32Array | null> {
    return ask.memo(`events few ${match.where} ${keyOf(match)}`, async () => {
      const found = await ask.query.columns(
        `SELECT s.id::INTEGER AS id FROM event s WHERE ${match.where} LIMIT ${fewMatches + 1}`,
        match.params,
        ask.cancel,
      );
      const ids = found.ints('id');
      return { value: ids.length > fewMatches ? null : ids, bytes: ids.byteLength + 200 };
    });
  }

  /** Events whose text contains `filter`, ignoring case, or that match it as a search query. */
  private async filtered(ask: Ask, filter: string): Promise<Match> {
    if (filter === '') return everything;
    const held = await containing(ask, filter, 'filter');
    try {
      const found = await searchSql(ask, filter, this.within.time, this.within.captures, 'filtered');
      return {
        where: `(${held.where} OR coalesce(${found.where}, false))`,
        params: { ...held.params, ...found.params },
      };
    } catch (error) {
      // The text is half typed, or is not meant as a search query.
      if (error instanceof AskError && error.code === 'bad-parameter') return held;
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
    const found = await ask.query.columns(
      `SELECT s.id::INTEGER AS id FROM event s ${order.joins} WHERE ${match.where}
       ORDER BY ${orderBy(order, reversed)} ${rest}`,
      match.params,
      ask.cancel,
    );
    return found.ints('id');
  }
}

const keyOf = ({ params }: Match): string =>
  JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));

/** The events of these row ids, in that order: one array per column of the question `events`. */
export async function readEvents(ask: Ask, time: string, ids: Int32Array): Promise<readonly AnswerData[]> {
  const found = await ask.query.columns(
    `SELECT ${time} AS "time", s.capture::DOUBLE AS capture, s.line::DOUBLE AS line, s.level::INTEGER AS level,
            s.thread::INTEGER AS thread, s.component::INTEGER AS component, s.template::INTEGER AS template,
            s.kind::INTEGER AS kind, s.message
     FROM (${eventsAt(picked)}) s ORDER BY s.n`,
    { ids: `[${ids.join(',')}]` },
    ask.cancel,
  );
  const [level, component, template, kind] = [
    found.ints('level'),
    found.ints('component'),
    found.ints('template'),
    found.ints('kind'),
  ];
  const [names, templates, threads, lent] = await Promise.all([
    textsById(ask, new Set([...level, ...component, ...kind])),
    templatesById(ask, template),
    threadFacts(ask),
    lentNames(ask),
  ]);
  const captures = found.numbers('capture');
  const byId = new Map(threads.map(each => [each.id, each]));
  const thread = Array.from(found.ints('thread'), id => byId.get(id));
  const id = (value: number | undefined) => (value === undefined || value < 0 ? Number.NaN : value);
  return [
    found.wides('time'),
    captures,
    found.numbers('line'),
    textColumn(level, names),
    texts(thread.map((of, row) => (of ? nameOf(of, captures[row]!, lent) : null))),
    textColumn(component, names),
    textColumn(template, templates),
    texts(found.texts('message')),
    textColumn(kind, names),
    Float64Array.from(thread, of => id(of?.pid)),
    Float64Array.from(thread, of => id(of?.tid)),
    templateIds(textColumn(template, templates), await templateNumbers(ask)),
  ];
}
