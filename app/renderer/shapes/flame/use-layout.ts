import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PagedAnswer } from '../../state/paged-answer.ts';
import { type CurrentAnswer, type Question, useAnswer } from '../../state/use-answer.ts';
import { framesOf } from './frames.ts';
import { type Layout, layOut } from './layout.ts';

/** Layouts of cached answers, because zooming out shows a former answer again. */
const layouts = new WeakMap<PagedAnswer, Layout>();

interface LaidOut {
  readonly answer: PagedAnswer;
  readonly layout: Layout;
}

export interface CurrentLayout extends Pick<CurrentAnswer, 'isAsking' | 'error'>, Partial<LaidOut> {}

/** Asks for frames and lays them out; keeps the former layout until the new frames arrive. */
export function useLayout(question: Question | null): CurrentLayout {
  const { answer, isAsking, error } = useAnswer(question);
  const [, setMade] = useState<Layout | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const layout = answer ? layouts.get(answer) : undefined;
  const previous = useRef<LaidOut | null>(null);
  useLayoutEffect(() => {
    if (answer && layout) previous.current = { answer, layout };
  }, [answer, layout]);
  useEffect(() => {
    if (!answer || layouts.has(answer)) return;
    let isCurrent = true;
    layoutOf(answer).then(
      laidOut => {
        if (isCurrent) setMade(laidOut);
      },
      (failed: Error) => {
        if (isCurrent) setFailure(failed.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer]);
  const laidOut = answer && layout ? { answer, layout } : previous.current;
  return { ...laidOut, isAsking, error: error ?? failure };
}

async function layoutOf(answer: PagedAnswer): Promise<Layout> {
  // The engine leaves out frames that are too small to draw, so all frames of an answer fit into memory.
  const table = await answer.read(0, answer.rows);
  const made = layOut(framesOf(table, answer.head.whole ?? { amount: 0, unit: 'samples' }));
  layouts.set(answer, made);
  return made;
}
