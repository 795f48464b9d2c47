/** Groups changes and new messages into moments. */
import type { Moving } from '../../movement/movement.ts';
import { type AllChanged, type Changed, isWaiting } from './changed.ts';
import { isAlarming, type NewMessage } from './new-messages.ts';

/** A change of a signal, or a message that no earlier line had. */
export type Sign =
  | { readonly change: Changed; readonly message?: undefined }
  | { readonly change?: undefined; readonly message: NewMessage };

export interface Moment {
  /** The bucket in which most changed. */
  readonly bucket: number;
  /** True if more changed than usual. */
  readonly isEpisode: boolean;
  /** Sum of the strengths of the changes. */
  readonly strength: number;
  /** Likely causes first. */
  readonly signs: readonly Sign[];
}

/** A level this many times another is as good as new. */
const asNew = 10;

/** Changes within so many buckets belong together: tools that report once per bucket do so each at its own moment. */
const reach = 1;

/**
 * The moments of an answer, the strongest first.
 *
 * @param listed the leaders to show
 */
export function momentsOf(
  listed: readonly Changed[],
  { episodes }: AllChanged,
  messages: readonly NewMessage[],
): Moment[] {
  const moments = episodes.map(({ from, to, peak }) => ({
    from: from - reach,
    to: to + reach,
    bucket: peak,
    isEpisode: true,
    signs: [] as Sign[],
  }));
  const placeOf = (bucket: number) =>
    moments
      .filter(({ from, to }) => from <= bucket && bucket <= to)
      .sort((a, b) => Math.abs(a.bucket - bucket) - Math.abs(b.bucket - bucket))[0];
  const put = (bucket: number, sign: Sign) => {
    const found = placeOf(bucket);
    if (found) found.signs.push(sign);
    else moments.push({ from: bucket - reach, to: bucket + reach, bucket, isEpisode: false, signs: [sign] });
  };
  for (const change of listed) {
    const own = moments.find(({ bucket }) => bucket === change.episode?.peak);
    if (own) own.signs.push({ change });
    else put(change.bucket, { change });
  }
  for (const message of messages)
    if (isAlarming(message) || placeOf(message.bucket)?.isEpisode) put(message.bucket, { message });
  return moments
    .filter(({ signs }) => signs.length > 0)
    .map(({ bucket, isEpisode, signs }) => ({
      bucket,
      isEpisode,
      signs: causesFirst(signs),
      strength: signs.reduce((sum, { change }) => sum + (change?.change.strength ?? 0), 0),
    }))
    .sort((a, b) => b.strength - a.strength || a.bucket - b.bucket);
}

type Turn = 'new' | 'up' | 'down' | 'gone';

function turnOf({ change: { before, after } }: Changed): Turn {
  if (after > before) return before >= 0 && after >= asNew * before ? 'new' : 'up';
  return after >= 0 && before >= asNew * after ? 'gone' : 'down';
}

/** A cause begins or ends something of its own; what it disturbs changes in the other direction, waits, or is what users notice. */
function causesFirst(signs: readonly Sign[]): readonly Sign[] {
  const total = (turn: Turn) =>
    signs.reduce(
      (sum, { change }) => sum + (change && turnOf(change) === turn ? change.change.strength : 0),
      0,
    );
  const order: readonly Turn[] =
    total('gone') > total('new') ? ['gone', 'down', 'new', 'up'] : ['new', 'up', 'gone', 'down'];
  const place = ({ change, message }: Sign): number => {
    if (message) return isAlarming(message) ? 0 : 2;
    const turn = order.indexOf(turnOf(change));
    // Causes, then effects, then what changes in the other direction.
    const rank = turn >= 2 ? turn + 1 : isEffect(change.signal) ? 2 : turn;
    return 2 * rank + Number(!isActor(change.signal));
  };
  return signs
    .map(sign => ({
      sign,
      place: place(sign),
      strength: sign.change?.change.strength ?? Number.POSITIVE_INFINITY,
      p: sign.change?.change.p ?? 0,
    }))
    .sort((a, b) => a.place - b.place || b.strength - a.strength || a.p - b.p)
    .map(({ sign }) => sign);
}

/** What users notice, and waiting, follow from what others did. */
const isEffect = (signal: Moving): boolean => signal.isSymptom === true || isWaiting(signal);

/** A process rather than a counter, a function or a message. */
const isActor = ({ what, subject }: Moving): boolean => what === 'process' || subject !== undefined;
