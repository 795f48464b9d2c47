import { useEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import type { Asked, Asking } from './answers.ts';
import { inTurn } from './in-turn.ts';
import type { PagedAnswer } from './paged-answer.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';
import type { Table } from './table.ts';

export interface Question {
  readonly question: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly scope: Scope;
}

export interface CurrentAnswer extends State {
  /** True while `answer` is that of another question; false while the same question is asked of a changed workspace. */
  readonly isFormer: boolean;
}

interface State {
  /** The newest answer; while `isAsking`, that of the previous question. */
  readonly answer: PagedAnswer | null;
  readonly isAsking: boolean;
  readonly error: string | null;
}

/** `createdFor`: identifies the question for which the state was created. */
interface Shown {
  readonly createdFor: object | null;
  readonly current: State;
}

const nothing: State = { answer: null, isAsking: false, error: null };

/** Asks a question, shows the previous answer until the new one arrives, and releases answers that are no longer shown. */
export function useAnswer(question: Question | null): CurrentAnswer {
  const session = useSession();
  const revision = useStore(session.workspace, workspace => workspace?.revision ?? 0);
  const [{ createdFor, current }, setState] = useState<Shown>({ createdFor: null, current: nothing });
  const shown = useRef<Asking | null>(null);
  // Callers create a new object at every render, so equal questions must stay the same object.
  const key = valueKey(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the question
  const request = useMemo(() => question && { params: {}, ...question }, [key]);
  // Cached answers are shown at once, so that going back takes one rendering instead of two.
  const initial = useMemo(
    () => ({ known: request && session.answers.known(request, revision) }),
    [session, request, revision],
  );

  useEffect(() => {
    const setCurrent = (next: (last: State) => State) =>
      setState(last => {
        const current = next(last.current);
        return last.createdFor === initial && last.current === current
          ? last
          : { createdFor: initial, current };
      });
    if (!request) {
      setCurrent(() => nothing);
      return;
    }
    const asking = session.answers.ask(request, revision);
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
  }, [session, request, revision, initial]);

  useEffect(
    () => () => {
      shown.current?.release();
      shown.current = null;
    },
    [],
  );

  // A new question is not asked yet in its first rendering, which shows the previous answer.
  const isLate = request !== null && createdFor !== initial;
  return useMemo(() => {
    const now = isLate ? atFirst(current, initial.known) : current;
    const { answer, isAsking } = now;
    return {
      ...now,
      isFormer: isAsking && answer !== null && isOfAnother(answer, request),
    };
  }, [isLate, initial, current, request]);
}

/** The state in the first rendering of a question, whose answer may be known. */
function atFirst(current: State, known: PagedAnswer | null): State {
  if (!known) return { ...current, isAsking: true, error: null };
  return isShown(current, known) ? current : answered(known);
}

const answered = (answer: PagedAnswer): State => ({ answer, isAsking: false, error: null });

const isOfAnother = (answer: PagedAnswer, request: PagedAnswer['request'] | null): boolean =>
  answer.request !== request && valueKey(answer.request) !== valueKey(request);

const isShown = ({ answer, isAsking, error }: State, which: PagedAnswer) =>
  answer === which && !isAsking && error === null;

interface ReadTable {
  readonly answer: PagedAnswer;
  readonly table: Table;
}

/**
 * The first rows of an answer, column by column; null until they arrive. `table` and `answer` always belong together: until the
 * rows of a new answer are read, both are the former, and `isAsking` is true.
 */
export function useTable(question: Question | null, limit: number) {
  const { answer, isAsking, isFormer, error } = useAnswer(question);
  const [read, setRead] = useState<ReadTable | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!answer) {
      setRead(null);
      return;
    }
    let isCurrent = true;
    let withdraw: (() => void) | null = null;
    setFailure(null);
    answer.read(0, limit).then(
      table => {
        if (isCurrent) withdraw = inTurn(() => setRead({ answer, table }));
      },
      (failed: Error) => {
        if (isCurrent) setFailure(failed.message);
      },
    );
    return () => {
      isCurrent = false;
      withdraw?.();
    };
  }, [answer, limit]);
  const isRead = read?.answer === answer || failure !== null;
  return {
    table: read?.table ?? null,
    answer: read?.answer ?? null,
    isAsking: isAsking || (answer !== null && !isRead),
    isFormer: isFormer || (read !== null && answer !== null && isOfAnother(read.answer, answer.request)),
    error: error ?? failure,
  };
}

/** The rows of a small answer, for a card or a form, as one object each; null until they arrive. */
export function useRows(question: Question | null, limit: number) {
  const { table, ...rest } = useTable(question, limit);
  const rows = useMemo(() => table?.records() ?? null, [table]);
  return { rows, ...rest };
}
