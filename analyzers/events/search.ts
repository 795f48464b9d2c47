/** What a person types to search events: words of the message, and `key:value` for what stands beside it. */

export interface Keyed {
  readonly key: 'pid' | 'tid' | 'process' | 'component';
  readonly value: string;
}

export interface Search {
  /** As they were typed, without the keyed parts. */
  readonly words: string;
  readonly keyed: readonly Keyed[];
}

const part = /(?<=^|\s)(pid|tid|process|component):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/g;

/** A value with blanks stands in double quotes. In double quotes the whole text is words, though it looks keyed. */
export function searchOf(text: string): Search {
  const quoted = /^"(.*)"$/s.exec(text.trim());
  if (quoted && quoted[1]!.search(part) >= 0) return { words: quoted[1]!, keyed: [] };
  const keyed: Keyed[] = [];
  const rest = text.replace(part, (_, key: Keyed['key'], inQuotes?: string, bare?: string) => {
    keyed.push({ key, value: inQuotes ?? bare ?? '' });
    return '';
  });
  return { words: keyed.length > 0 ? rest.trim().replace(/\s+/g, ' ') : text, keyed };
}
