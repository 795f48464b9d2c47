/** Terminal sessions: prompts, commands, their outputs, and prose around them. */
import { headLines } from './metrics/text-lines.ts';

/** Maximum number of lines of a head that are examined. */
const maxLines = 400;

const prompt =
  /^(?:\([\w.-]{1,30}\) ?)?(?:[\w.-]{1,30}@[\w.-]{1,60}[: ]?)?(?:~|\/[\w./-]{0,100})? ?[#$%] ?((?:sudo |python3? |\.\/|\/)?[\w./-]{2,100}(?: .*)?)$/;

/**
 * The command after a prompt: `# ./biosnoop -Q`, `$ sudo ./syncsnoop.py`, `(root) ~ # cachestat`, `./nfsdist
 * -m 5`; null for other lines.
 */
export function promptCommand(line: string): string | null {
  if (line.length > 400) return null;
  const command = /^\.\/[a-z][\w.-]*(?: .*)?$/.test(line) ? line : prompt.exec(line)?.[1];
  // Not a command: a comment (`# tracer: function`) has a colon after its first word, and a sentence begins
  // with a capital.
  return command === undefined || /^[A-Z]|^\w+:/.test(command) ? null : command;
}

/** Name of the tool: `biosnoop` for `sudo ./biosnoop.py -Q`. */
export const toolOf = (command: string): string =>
  /^(?:(?:sudo|python3?|bpftrace) +)*(?:\S*\/)?([\w-]+)/.exec(command)?.[1]?.replace(/-bpfcc$|-perf$/, '') ??
  '';

/** True if there are commands among the outputs, so that other lines may be prose. */
export const isTranscript = (head: Uint8Array): boolean =>
  headLines(head, maxLines).some(line => promptCommand(line) !== null);
