import { useEffect, useState } from 'react';
import type { PagedAnswer } from '../../state/paged-answer.ts';
import { type CurrentAnswer, type Question, useAnswer } from '../../state/use-answer.ts';
import { framesOf } from './frames.ts';
import { type Layout, layOut } from './layout.ts';

/** Layouts of answers that are still held: to zoom out is to see again what was there before. */
const layouts = new WeakMap<PagedAnswer, Layout>();

export interface CurrentLayout extends CurrentAnswer {
  /** Of the newest answer whose rows are here. */
  readonly layout: Layout | null;
}

/** Asks for frames and lays them out; what was there before is kept until the new ones are here. */
export function useLayout(question: Question | null): CurrentLayout {
  const { answer, isAsking, error } = useAnswer(question);
  const [layout, setLayout] = useState<Layout | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!answer) return;
    const known = layouts.get(answer);
    if (known) {
      setLayout(known);
      return;
    }
    let isCurrent = true;
    // The engine has left out what is too small to draw, so that all frames of an answer are few enough to hold.
    answer.read(0, answer.rows).then(
      table => {
        const made = layOut(framesOf(table, answer.head.whole ?? { amount: 0, unit: 'samples' }));
        layouts.set(answer, made);
        // Drawn in a frame of its own: laying out has taken some of this one.
        requestAnimationFrame(() => {
          if (isCurrent) setLayout(made);
        });
      },
      (failed: Error) => {
        if (isCurrent) setFailure(failed.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer]);
  return { answer, isAsking, error: error ?? failure, layout };
}
