/** A typed search over events: words of the message, and `key:value` for its other columns. */

export interface Keyed {
  readonly key: 'pid' | 'tid' | 'process' | 'component';
  readonly value: string;
  /** In double quotes: the name must equal the value, not only contain it. */
  readonly isWhole: boolean;
  /** `-component:cron`: excludes matches. */
  readonly isNot: boolean;
}

export interface Search {
  /** The words as typed, without conditions on fields. */
  readonly words: string;
  readonly keyed: readonly Keyed[];
}

const part = /(?<=^|\s)(-?)(pid|tid|process|component):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/g;

/** A value with blanks must be in double quotes, and then equals the name. A quoted text without a key is words, even if it contains a colon. */
export function searchOf(text: string): Search {
  const quoted = /^"(.*)"$/s.exec(text.trim());
  if (quoted && quoted[1]!.search(part) >= 0) return { words: quoted[1]!, keyed: [] };
  const keyed: Keyed[] = [];
  const rest = text.replace(part, (_, not: string, key: Keyed['key'], inQuotes?: string, bare?: string) => {
    const isWhole = inQuotes !== undefined;
    keyed.push({ key, value: inQuotes ?? bare ?? '', isWhole, isNot: not !== '' });
    return '';
  });
  return { words: keyed.length > 0 ? rest.trim().replace(/\s+/g, ' ') : text, keyed };
}
