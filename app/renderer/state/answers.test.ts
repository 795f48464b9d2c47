import { describe, expect, it, vi } from 'vitest';
import type { AnswerHead, AskRequest, EngineApi } from '../../contract.ts';
import { Answers } from './answers.ts';
import { EngineError, type EngineLink } from './engine-link.ts';

/** Waits for what follows from settled promises; by default, the next try would be 50 ms later. */
const soon = (check: () => void) => vi.waitFor(check, { interval: 1 });

/** An engine whose answers come when the test says so. */
function engine() {
  const asked: { job: string; question: string; answer(): void; refuse(message: string): void }[] = [];
  const [released, cancelled]: [number[], string[]] = [[], []];
  const api: Partial<EngineApi> = {
    ask: (job, { question }) =>
      new Promise<AnswerHead>((resolve, reject) => {
        const head = {
          answer: asked.length,
          rows: 0,
          columns: [],
          notes: [],
          whole: null,
          elapsed: 5,
          revision: 1,
        };
        asked.push({
          job,
          question,
          answer: () => resolve(head),
          refuse: message => reject(new Error(message)),
        });
      }),
    page: async () => {
      throw new EngineError('answer-gone', 'This answer is no longer held; ask again.');
    },
    release: async answer => void released.push(answer),
    cancel: async job => void cancelled.push(job),
  };
  let jobs = 0;
  const link = { newJob: (what: string) => `${what}-${++jobs}` } as EngineLink;
  return { answers: new Answers(link, api as EngineApi), asked, released, cancelled };
}

const request = (question: string): AskRequest => ({ question, params: {}, scope: {} });

describe('Answers', () => {
  it('asks once for equal requests', async () => {
    const { answers, asked } = engine();
    const [one, two] = [answers.ask(request('functions'), 1), answers.ask(request('functions'), 1)];
    asked[0]!.answer();
    await soon(() => expect(one.store.get().state).toBe('ready'));
    expect(two.store).toBe(one.store);
    expect(asked).toHaveLength(1);
    expect(answers.lastElapsed.get()).toBe(5);
  });

  it('keeps an answer about to be shown, however many unused ones are released', async () => {
    const { answers, asked, released } = engine();
    const ask = async (question: string) => {
      const asking = answers.ask(request(question), 1);
      asked.at(-1)!.answer();
      await soon(() => expect(asking.store.get().state).toBe('ready'));
      return asking;
    };
    for (let i = 0; i < 40; i++) (await ask(`question ${i}`)).release();
    expect(released).toEqual([]);
    const before = await ask('view before');
    const shown = answers.known(request('question 0'), 1)!;
    before.release();
    expect(released).not.toContain(shown.head.answer);
    expect(released).toHaveLength(1);
  });

  it('asks again if the engine has dropped an answer that is in view', async () => {
    const { answers, asked } = engine();
    const asking = answers.ask(request('functions'), 1);
    asked[0]!.answer();
    await soon(() => expect(asking.store.get().state).toBe('ready'));
    const gone = answers.known(request('functions'), 1)!;
    await expect(gone.read(0, 10)).rejects.toThrow('no longer held');
    expect(asking.store.get().state).toBe('asking');
    asked[1]!.answer();
    await soon(() => expect(asking.store.get().state).toBe('ready'));
    expect(answers.known(request('functions'), 1)).not.toBe(gone);
    // A late failure belongs to the former answer.
    await expect(gone.read(0, 10)).rejects.toThrow();
    expect(asking.store.get().state).toBe('ready');
  });

  it('returns earlier answers at once, in the same state of the workspace', async () => {
    const { answers, asked } = engine();
    const one = answers.ask(request('functions'), 1);
    expect(answers.known(request('functions'), 1)).toBeNull();
    asked[0]!.answer();
    await soon(() => expect(answers.known(request('functions'), 1)?.head.elapsed).toBe(5));
    expect(answers.known(request('functions'), 2)).toBeNull();
    expect(answers.known(request('modules'), 1)).toBeNull();
    expect(asked).toHaveLength(1);
    one.release();
  });

  it('asks again when the workspace has changed', () => {
    const { answers, asked } = engine();
    answers.ask(request('functions'), 1);
    answers.ask(request('functions'), 2);
    expect(asked).toHaveLength(2);
  });

  it('cancels requests without subscribers', () => {
    const { answers, asked, cancelled } = engine();
    const [one, two] = [answers.ask(request('functions'), 1), answers.ask(request('functions'), 1)];
    one.release();
    one.release();
    expect(cancelled).toEqual([]);
    two.release();
    expect(cancelled).toEqual([asked[0]!.job]);
  });

  it('releases an answer that arrives without subscribers', async () => {
    const { answers, asked, released } = engine();
    answers.ask(request('functions'), 1).release();
    asked[0]!.answer();
    await soon(() => expect(released).toEqual([0]));
  });

  it('keeps unused answers for a while, and releases the oldest first', async () => {
    const { answers, asked, released } = engine();
    for (let i = 0; i < 45; i++) {
      const asking = answers.ask(request(`q${i}`), 1);
      asked[i]!.answer();
      await soon(() => expect(asking.store.get().state).toBe('ready'));
      asking.release();
    }
    expect(released).toEqual([0, 1, 2, 3, 4]);
    answers.clear();
    expect(released).toHaveLength(45);
  });

  it('holds the error of a refused request, and retries on request', async () => {
    const { answers, asked } = engine();
    const asking = answers.ask(request('nonsense'), 1);
    asked[0]!.refuse('There is no question "nonsense".');
    await soon(() =>
      expect(asking.store.get()).toMatchObject({
        state: 'failed',
        message: 'There is no question "nonsense".',
      }),
    );
    answers.ask(request('nonsense'), 1);
    expect(asked).toHaveLength(2);
  });
});
