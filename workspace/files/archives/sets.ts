/** Recordings that consist of several files of an archive are imported as one, as they are from a folder. */
import { basename, dirname, join } from 'node:path';
import type { Whole } from '../discover.ts';
import type { ImportFailure } from '../failure.ts';
import type { FoundMember, Member } from './members.ts';
import type { Content } from './open.ts';
import { MemberReader } from './reader.ts';

/** Limit of the files kept until the end of the archive, each with its first 64 KiB. */
const maxKept = 256;

/**
 * Yields a file at once if it is not part of another and can have no parts; yields the others at the end, joined if they belong
 * together, because a part may come before its main file.
 *
 * @param mayHaveParts true if others may belong to the file
 */
export async function* withSets(
  members: AsyncIterable<FoundMember | ImportFailure>,
  belongsTo: (name: string) => Whole | null,
  mayHaveParts: (member: FoundMember) => boolean,
): AsyncGenerator<FoundMember | ImportFailure> {
  const kept: FoundMember[] = [];
  for await (const each of members) {
    const isKept =
      !('message' in each) &&
      kept.length < maxKept &&
      (belongsTo(basename(each.path)) !== null || mayHaveParts(each));
    if (isKept) kept.push(each);
    else yield each;
  }
  yield* joinedMembers(kept, belongsTo);
}

function joinedMembers(
  members: readonly FoundMember[],
  belongsTo: (name: string) => Whole | null,
): readonly FoundMember[] {
  const byPath = new Map(members.map(member => [member.path, member]));
  const parts = new Map<FoundMember, FoundMember[]>();
  for (const member of members) {
    const whole = belongsTo(basename(member.path));
    const main = whole === null ? undefined : byPath.get(join(dirname(member.path), whole.name));
    if (main && main !== member && whole!.is(main.head.bytes))
      parts.set(main, [...(parts.get(main) ?? []), member]);
  }
  const taken = new Set([...parts.values()].flat());
  return members
    .filter(member => !taken.has(member))
    .map(member => {
      const more = (parts.get(member) ?? []).sort((a, b) => compare(a.path, b.path));
      const rest = more.map(part => part.member);
      // A stream can be read only once and is past by now: the file is read again from the archive.
      const isGone = rest.length > 0 || member.content.kind === 'stream';
      return {
        ...member,
        bytes: [member, ...more].reduce((sum, { bytes }) => sum + bytes, 0),
        content: isGone ? contentOf([member.member, ...rest]) : member.content,
        rest,
      };
    });
}

const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Files of an archive as one file; each read opens them in the archive again. */
export const contentOf = (members: readonly Member[]): Content => ({
  kind: 'stream',
  chunks: () => chunksOf(members),
});

async function* chunksOf(members: readonly Member[]): AsyncGenerator<Uint8Array> {
  const reader = new MemberReader();
  const block = new Uint8Array(1 << 20);
  try {
    for (const member of members) {
      const content = await reader.open(member);
      if (content.kind === 'stream') yield* content.chunks();
      else
        for (
          let at = 0, read = content.bytes.read(block, 0);
          read > 0;
          read = content.bytes.read(block, at)
        ) {
          yield block.subarray(0, read);
          at += read;
        }
    }
  } finally {
    reader.close();
  }
}
