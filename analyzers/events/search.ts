/** A typed search over events: words of the message, and `key:value` for its other columns. */

export interface Keyed {
  readonly key: 'pid' | 'tid' | 'process' | 'component';
  readonly value: string;
  /** In double quotes: a process or component of just this name, not one whose name holds it. */
  readonly isWhole: boolean;
  /** `-component:cron`: all but such. */
  readonly isNot: boolean;
}

export interface Search {
  /** As they were typed, without the keyed parts. */
  readonly words: string;
  readonly keyed: readonly Keyed[];
}

const part = /(?<=^|\s)(-?)(pid|tid|process|component):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/g;

/** A value with blanks stands in double quotes, and is then the whole name. In double quotes the whole text is words, though it looks keyed. */
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
