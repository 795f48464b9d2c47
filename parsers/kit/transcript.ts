/** Sessions on a terminal: prompts, commands, their outputs, and what somebody wrote around them. */
import { headLines } from './metrics/text-reader.ts';

/** Lines of a head that are looked at. */
const most = 400;

const prompt =
  /^(?:\([\w.-]{1,30}\) ?)?(?:[\w.-]{1,30}@[\w.-]{1,60}[: ]?)?(?:~|\/[\w./-]{0,100})? ?[#$%] ?((?:sudo |python3? |\.\/|\/)?[\w./-]{2,100}(?: .*)?)$/;

/** The command that a prompt stands before: `# ./biosnoop -Q`, `$ sudo ./syncsnoop.py`, `(root) ~ # cachestat`, `./nfsdist -m 5`; null where none does. */
export function promptCommand(line: string): string | null {
  if (line.length > 400) return null;
  const command = /^\.\/[a-z][\w.-]*(?: .*)?$/.test(line) ? line : prompt.exec(line)?.[1];
  // A comment (`# tracer: function`) has a colon behind its first word, and a sentence a capital in front.
  return command === undefined || /^[A-Z]|^\w+:/.test(command) ? null : command;
}

/** `biosnoop` of `sudo ./biosnoop.py -Q`. */
export const toolOf = (command: string): string =>
  /^(?:(?:sudo|python3?|bpftrace) +)*(?:\S*\/)?([\w-]+)/.exec(command)?.[1]?.replace(/-bpfcc$|-perf$/, '') ??
  '';

/** Whether commands stand among the outputs, so that what is no output may be prose. */
export const isTranscript = (head: Uint8Array): boolean =>
  headLines(head, most).some(line => promptCommand(line) !== null);
