/** Answers that views show, held until released; beyond a limit the least recently used are dropped. */
import type { Answer, LazyAnswer } from '../../analyzers/contract.ts';
import type { AnswerId } from '../contract.ts';
import { EngineError } from './errors.ts';
import { type HeldAnswer, heldAnswer } from './held.ts';

export class AnswerStore {
  private readonly byId = new Map<AnswerId, HeldAnswer>();
  private lastId = 0;

  /** @param limit bytes; a single larger answer is held alone */
  constructor(private readonly limit: number) {}

  /** @param revision of the workspace that it was asked of */
  add(answer: Answer | LazyAnswer, revision = 0): AnswerId {
    const id = ++this.lastId;
    this.byId.set(id, heldAnswer(answer, revision));
    this.evict();
    return id;
  }

  get(id: AnswerId): HeldAnswer {
    const answer = this.byId.get(id);
    if (!answer) throw new EngineError('answer-gone', 'This answer is no longer held; ask again.');
    this.byId.delete(id);
    this.byId.set(id, answer);
    return answer;
  }

  release(id: AnswerId): void {
    this.byId.delete(id);
  }

  clear(): void {
    this.byId.clear();
  }

  private evict(): void {
    const sizes = Array.from(this.byId, ([id, answer]) => ({ id, bytes: answer.bytes }));
    let sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    // A Map keeps insertion order, and get() moves an entry to the end: the first is the least recently used.
    for (const { id, bytes } of sizes.slice(0, -1)) {
      if (sum <= this.limit) return;
      this.byId.delete(id);
      sum -= bytes;
    }
  }
}
