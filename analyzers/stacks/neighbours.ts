/** Callers and callees; each sample counts once per pair, however often the pair recurs in its stack. */
import type { CallNodes } from './call-nodes.ts';
import { heaviestLast } from './heaviest.ts';

/** Total by function of the neighbours seen; `order` holds the functions that have any. */
export class Neighbours {
  readonly total: Float64Array;
  readonly self: Float64Array;
  private readonly coveredUntil: Int32Array;
  private readonly present: number[] = [];

  constructor(private readonly nodes: CallNodes) {
    const count = nodes.functions.count;
    this.total = new Float64Array(count);
    this.self = new Float64Array(count);
    this.coveredUntil = new Int32Array(count);
  }

  /**
   * Counts the call in node `call` towards `func`. Calls must be given in the order of their nodes: one inside the
   * subtree of an earlier call counted for the same function belongs to the same samples.
   */
  add(func: number, call: number, total: number, self: number): void {
    if (total === 0) return;
    if (this.total[func] === 0) this.present.push(func);
    this.self[func]! += self;
    if (call < this.coveredUntil[func]!) return;
    this.total[func]! += total;
    this.coveredUntil[func] = this.nodes.end[call]!;
  }

  /** Functions with weight, heaviest first. */
  ranked(): number[] {
    heaviestLast(this.present, this.total);
    return this.present.reverse();
  }
}
