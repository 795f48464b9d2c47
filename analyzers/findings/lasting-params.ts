/** Converts parameters of evidence, whose ids are valid only in one state of a workspace, to and from lasting names. */
import type { Ask, Named, Params } from '../contract.ts';
import { signalId } from '../kit/signal-ids.ts';
import { templatesById } from '../kit/texts.ts';
import { selectionOf } from '../metrics/select.ts';
import { seriesFacts } from '../metrics/series-facts.ts';
import type { EvidenceRequest } from './finding.ts';

type ParamValues = EvidenceRequest['params'];

/** Replaces ids of series by capture and path, and ids of templates by their text. */
export async function lastingParams(ask: Ask, params: Params, given: ParamValues): Promise<ParamValues> {
  const lasting = Object.entries(given).map(async ([name, value]) => {
    const isSignal = namedBy(params, name) === 'signal' && typeof value === 'string';
    return [name, isSignal ? await lastingId(ask, value) : value];
  });
  return Object.fromEntries(await Promise.all(lasting));
}

async function lastingId(ask: Ask, id: string): Promise<string> {
  const [, what, number] = /^(series|template)\/(\d+)$/.exec(id) ?? [];
  if (what === 'series') {
    const series = (await seriesFacts(ask)).find(each => each.id === Number(number));
    return series ? selectionOf(series) : id;
  }
  const text = what === 'template' ? (await templatesById(ask, [Number(number)])).get(Number(number)) : '';
  return text ? signalId('template', text) : id;
}

/** Replaces ids of captures by their present ids. @param captures present ids by former ids */
export function paramsNow(
  params: Params,
  given: ParamValues,
  captures: ReadonlyMap<number, number>,
): ParamValues {
  const now = Object.entries(given).map(([name, value]) => {
    const names = namedBy(params, name);
    if (names === undefined || typeof value !== 'string') return [name, value];
    return [name, value.replace(captureOf[names], id => String(captures.get(Number(id)) ?? id))];
  });
  return Object.fromEntries(now);
}

/** Matches ids of captures: in `1:disk/vda/%util,2:cpu/*` before each colon, in the id of a signal only at its beginning. */
const captureOf: Readonly<Record<Named, RegExp>> = {
  series: /(?<=^|,\s{0,8})\d{1,16}(?=:)/g,
  signal: /^\d+(?=:)/,
};

function namedBy(params: Params, name: string) {
  const param = params[name];
  return param?.type === 'text' ? param.names : undefined;
}
