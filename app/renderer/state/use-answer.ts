import { useEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import type { Asked, Asking } from './answers.ts';
import type { PagedAnswer } from './paged-answer.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';
import type { Table } from './table.ts';

export interface Question {
  readonly question: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly scope: Scope;
}

export interface CurrentAnswer {
  /** The newest answer there is; while `isAsking`, of the question before. */
  readonly answer: PagedAnswer | null;
  readonly isAsking: boolean;
  readonly error: string | null;
}

/** `of` is what the question began with: until it has been asked, what is known of it is shown. */
interface Shown {
  readonly of: object | null;
  readonly current: CurrentAnswer;
}

const nothing: CurrentAnswer = { answer: null, isAsking: false, error: null };

/** Asks, keeps showing the answer before until the new one is there, and lets go of what is not shown any more. */
export function useAnswer(question: Question | null): CurrentAnswer {
  const session = useSession();
  const revision = useStore(session.workspace, workspace => workspace?.revision ?? 0);
  const [{ of, current }, setState] = useState<Shown>({ of: null, current: nothing });
  const shown = useRef<Asking | null>(null);
  // Callers make a new object at every render: the same question stays the same value.
  const key = valueKey(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the question is another
  const asked = useMemo(() => question && { params: {}, ...question }, [key]);
  // Answers already here are shown at once: going back takes one rendering, not two.
  const begun = useMemo(
    () => ({ known: asked && session.answers.known(asked, revision) }),
    [session, asked, revision],
  );

  useEffect(() => {
    const setCurrent = (next: (last: CurrentAnswer) => CurrentAnswer) =>
      setState(last => {
        const current = next(last.current);
        return last.of === begun && last.current === current ? last : { of: begun, current };
      });
    if (!asked) {
      setCurrent(() => nothing);
      return;
    }
    const asking = session.answers.ask(asked, revision);
    const look = (now: Asked) => {
      if (now.state === 'asking') setCurrent(last => ({ ...last, isAsking: true, error: null }));
      else if (now.state === 'failed')
        setCurrent(() => ({ answer: null, isAsking: false, error: now.message }));
      else setCurrent(last => (isShown(last, now.answer) ? last : answered(now.answer)));
      if (now.state === 'asking') return;
      if (shown.current !== asking) shown.current?.release();
      shown.current = asking;
    };
    const unsubscribe = asking.store.subscribe(() => look(asking.store.get()));
    look(asking.store.get());
    return () => {
      unsubscribe();
      if (shown.current !== asking) asking.release();
    };
  }, [session, asked, revision, begun]);

  useEffect(
    () => () => {
      shown.current?.release();
      shown.current = null;
    },
    [],
  );

  // Another question has not been asked yet in its first rendering: what is shown is of the one before.
  const isLate = asked !== null && of !== begun;
  return useMemo(() => {
    if (!isLate) return current;
    if (!begun.known) return { ...current, isAsking: true, error: null };
    return isShown(current, begun.known) ? current : answered(begun.known);
  }, [isLate, begun, current]);
}

const answered = (answer: PagedAnswer): CurrentAnswer => ({ answer, isAsking: false, error: null });

const isShown = ({ answer, isAsking, error }: CurrentAnswer, which: PagedAnswer) =>
  answer === which && !isAsking && error === null;

/** The first rows of an answer, column by column; null until they are here. */
export function useTable(question: Question | null, limit: number) {
  const { answer, isAsking, error } = useAnswer(question);
  const [table, setTable] = useState<Table | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!answer) {
      setTable(null);
      return;
    }
    let isCurrent = true;
    setFailure(null);
    answer.read(0, limit).then(
      read => {
        if (isCurrent) setTable(read);
      },
      (failed: Error) => {
        if (isCurrent) setFailure(failed.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer, limit]);
  return { table, answer, isAsking, error: error ?? failure };
}

/** The rows of a small answer, for a card or a form, as one object each; null until they are here. */
export function useRows(question: Question | null, limit: number) {
  const { table, ...rest } = useTable(question, limit);
  const rows = useMemo(() => table?.records() ?? null, [table]);
  return { rows, ...rest };
}
