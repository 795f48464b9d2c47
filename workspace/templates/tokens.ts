/**
 * Splits a masked message into tokens: marks (blanks and punctuation), words, and *slots*, which look like a position
 * for a value.
 *
 * How much evidence makes a slot variable depends on its kind; see `columns.ts`.
 */

/** The masker's replacement for variable text. */
export const mask = '<*>';

export type Kind =
  /** Blanks and punctuation. */
  | 'mark'
  | 'word'
  /** Variable by its form: contains a mask, or is a path, an address, a quantity, or an empty pair of brackets. */
  | 'value'
  /** `org.apache.Server`, `mail.example.com` */
  | 'dotted'
  /** Letters and a few digits: `eth0`, `ssh2`. */
  | 'named'
  /** After an equals sign. */
  | 'assigned'
  /** In quotes. */
  | 'phrase';

export interface Token {
  readonly text: string;
  readonly kind: Kind;
}

const monthOrDay =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|' +
  'Nov(?:ember)?|Dec(?:ember)?|Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?),?';
const unit =
  '(?:[kKMGTP]i?B|[kKMGT]?[Bb]ytes?|B|[num\u00b5]?s|[num]?secs?|milliseconds?|microseconds?|seconds?|minutes?|mins?|hours?|days?|MHz|GHz|%)';
const quantity = `[<>~]?<\\*>(?: ?${unit}(?![\\w<]))?(?!>)`;

/** Tried in this order at every position. */
const patterns = {
  // Thu, 17 Jun 2005 07:07:00 GMT
  date: new RegExp(
    `(?:<\\*>[ -])?${monthOrDay}(?:[ -]+(?:${monthOrDay}|<\\*>))*[ -:]+<\\*>(?:[ :]<\\*>)*(?: [A-Z]{3,4}\\b)?(?: <\\*>)?`,
    'y',
  ),
  // 16384 bytes (16 KB): the same quantity twice.
  quantity: new RegExp(`${quantity}(?: \\(${quantity}(?:, ${quantity})*\\))?(?![\\w:/-]|\\.\\w|<\\*>)`, 'y'),
  path: /(?:[A-Za-z][\w+.-]*:\/\/|[A-Za-z]:\\|[.~]{0,2}\/)(?:<\*>|[^\s"'()[\]{},;|<>])+/y,
  // A name in quotes may hold numbers; `"GET <*> HTTP/<*>"` is a sentence of its own.
  phrase: /(["'])(?:[^"'<\n]{1,40}|(?:[^"'<\s]|<\*>){1,80})\1(?!\w)/y,
  word: /(?:<\*>|(?!\.\.|::)[^\s,;()[\]{}<>"'=|:]|::)+/y,
  ports: /(?::<\*>)+/y,
  mark: /\s+|\.{2,}|./sy,
};

const digits = /[0-9]/;
const address = /^[^@\s]+@[^@\s]{1,255}\.[^@\s]{1,255}$/;
const pathLike = /[/\\].*[/\\]/;
const dotted = /^[\w$-]*(?:[./]+[\w$-]+)*\.[\w$-]+(?:[./]+[\w$-]+)*$/;
const host =
  /^(?:localhost|(?!com\.|org\.|net\.|io\.)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|edu|gov|mil|int|info|biz|arpa|local|localdomain|internal|lan|(?:com?|net|org|ac)\.[a-z]{2}))(?::|$)/i;
const sentenceEnd = /(?<![.!?:])[.!?:]+$/;

export function tokensOf(masked: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (text: string, kind: Kind): void => {
    tokens.push({ text, kind: kind === 'word' && tokens.at(-1)?.text === '=' ? 'assigned' : kind });
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(masked)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Gives punctuation at the end back, because it belongs to the sentence. */
  const untake = (text: string): string => {
    const end = text.search(sentenceEnd);
    if (end <= 0) return text;
    at -= text.length - end;
    return text.slice(0, end);
  };
  while (at < masked.length) {
    const fresh = (tokens.at(-1)?.kind ?? 'mark') === 'mark';
    const whole = fresh ? take(patterns.date) || take(patterns.quantity) || untake(take(patterns.path)) : '';
    if (whole !== '') {
      add(whole, 'value');
      continue;
    }
    const phrase = fresh ? take(patterns.phrase) : '';
    if (phrase !== '') {
      add(phrase[0]!, 'mark');
      const quoted = phrase.slice(1, -1);
      add(quoted, kindOf(quoted) === 'value' ? 'value' : 'phrase');
      add(phrase[0]!, 'mark');
      continue;
    }
    let word = take(patterns.word);
    if (word !== '') {
      // host:80 is one value, sessionid:12 is two.
      if (word === mask || /[./]|^localhost$/i.test(word)) word += take(patterns.ports);
      word = untake(word);
      add(word, kindOf(word));
      continue;
    }
    const mark = take(patterns.mark);
    // `from 10.0.0.1 ()` has an empty slot where other messages have a name; `init()` has none.
    const open = tokens.at(-1)?.text;
    if ((mark === ')' && open === '(') || (mark === ']' && open === '[')) {
      if (/^[\s=]$/.test(tokens.at(-2)?.text ?? ' ')) add('', 'value');
    }
    add(mark, 'mark');
  }
  return tokens;
}

function kindOf(text: string): Kind {
  if (text.includes(mask) || text.startsWith('/') || pathLike.test(text)) return 'value';
  if (address.test(text) || host.test(text)) return 'value';
  if (dotted.test(text)) return 'dotted';
  return digits.test(text) ? 'named' : 'word';
}
