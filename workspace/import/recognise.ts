/** Recognises the format of a file: every format examines its first bytes, and the most certain one wins. */
import { basename } from 'node:path';
import type { FormatEntry, Sniff } from '../../parsers/contract.ts';
import { binaryHint } from '../../parsers/kit/magic.ts';
import { unreadTool } from '../../parsers/kit/unread.ts';
import { isDatabase } from '../database/headers.ts';
import type { ImportFailure } from '../files/failure.ts';
import { type Head, headSize } from '../files/files.ts';

export interface Recognised {
  readonly format: FormatEntry;
  /** maybe, likely, yes or forced. */
  readonly confidence: string;
  /** Other formats that were equally certain; the order of the registry decided. */
  readonly others: readonly FormatEntry[];
}

/** Code of the failure if no format recognises the text. */
export const notRecognised = 'not-recognised';

const ranks: readonly Sniff[] = ['no', 'maybe', 'likely', 'yes'];

/** Chooses a format, or says in one sentence why there is none. */
export function recognise(
  path: string,
  head: Head,
  formats: readonly FormatEntry[],
  forced: string | undefined,
): Recognised | ImportFailure {
  if (head.bytes.length === 0) {
    const why =
      head.cut === null ? 'is empty: there is nothing to read.' : `cannot be decompressed. ${head.cut}`;
    return { path, code: head.cut === null ? 'empty' : 'damaged', message: `${path} ${why}` };
  }
  const format = formats.find(({ id }) => id === forced);
  if (format) return { format, confidence: 'forced', others: [] };
  const name = basename(path).replace(/\.(gz|zst|zstd|xz|bz2)$/i, '');
  const sniffed: { candidate: FormatEntry; rank: number }[] = [];
  for (const candidate of formats) {
    const rank = ranks.indexOf(candidate.sniff(head.bytes, name));
    sniffed.push({ candidate, rank });
    // No two formats answer `yes` for the same bytes.
    if (ranks[rank] === 'yes') break;
  }
  const best = sniffed.reduce((max, { rank }) => Math.max(max, rank), 0);
  const [first, ...others] = sniffed.filter(({ rank }) => rank === best).map(({ candidate }) => candidate);
  if (best === 0 || !first) {
    const failure = unknown(path, name, head.bytes);
    if (failure.code !== notRecognised) return failure;
    const atLeast = formats.find(each => each.isBetterThanNothing?.(head.bytes));
    if (atLeast) return { format: atLeast, confidence: 'maybe', others: [] };
    return failure;
  }
  return { format: first, confidence: ranks[best] as string, others };
}

export function isFailure(recognised: Recognised | ImportFailure): recognised is ImportFailure {
  return 'message' in recognised;
}

function unknown(path: string, name: string, head: Uint8Array): ImportFailure {
  if (isDatabase(head))
    return { path, code: 'workspace', message: `${path} is a workspace, not a capture: open it instead.` };
  const known = binaryHint(head, name);
  if (known) return { path, code: 'binary', message: `${path} is not a text capture. ${known}` };
  if (isBinary(head))
    return {
      path,
      code: 'binary',
      message: `${path} is a binary file of no known format: print it as text with the tool that made it, and import that.`,
    };
  const tool = unreadTool(head);
  if (tool !== null)
    return { path, code: 'tool-not-read', message: `${path} is in no known format. ${tool}` };
  if (head.length >= headSize && !head.includes(0x0a))
    return {
      path,
      code: notRecognised,
      message: `${path} is in no known format: its first line is longer than the ${headSize >> 10} KiB by which formats are recognised, as in a table of very many columns. Import it with fewer columns.`,
    };
  return {
    path,
    code: notRecognised,
    message: `${path} is in no known format: if you know which format it is, name it.`,
  };
}

function isBinary(head: Uint8Array): boolean {
  let control = 0;
  for (const byte of head)
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b) control++;
  return control * 50 > head.length;
}
