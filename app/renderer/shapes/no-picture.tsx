import type { PagedAnswer } from '../state/paged-answer.ts';
import { Waiting } from '../widgets/waiting.tsx';

interface NoPictureProps {
  /** Null while it is awaited. */
  readonly answer: PagedAnswer | null;
  readonly empty: string;
}

/** What stands in place of a picture whose answer has no rows, or is awaited. */
export function NoPicture({ answer, empty }: NoPictureProps) {
  if (!answer) return <Waiting />;
  return <p className="hint">{answer.head.notes.map(note => note.text).join(' ') || empty}</p>;
}
