/** V8's sampling profiler within a trace: a `Profile` event, followed by `ProfileChunk` events of any thread. */
import { type None, none, type Output, type TextId, type ThreadId } from '../contract.ts';
import { isObject, type JsonObject, listOf, numberOf, objectOf } from '../kit/json-values.ts';
import { CallNodes } from '../kit/v8-profile.ts';

export class TraceProfile {
  private readonly nodes: CallNodes;
  private readonly kind: TextId;
  private last = Number.NaN;

  constructor(
    private readonly out: Output,
    private readonly thread: ThreadId | None,
  ) {
    this.nodes = new CallNodes(out);
    this.kind = out.string('cpu-profile');
  }

  begin({ args }: JsonObject): void {
    this.last = numberOf(objectOf(objectOf(args).data).startTime);
  }

  /**
   * @param at converts times of the trace, µs, to ns since the capture's zero
   * @returns the number of samples at nodes that no chunk lists, and of those whose time is stated but is none
   */
  add(
    { args }: JsonObject,
    at: (time: number) => number,
  ): { readonly unknown: number; readonly untimed: number } {
    const data = objectOf(objectOf(args).data);
    const profile = objectOf(data.cpuProfile);
    for (const node of listOf(profile.nodes)) if (isObject(node)) this.nodes.add(node);
    const deltas = listOf(data.timeDeltas);
    let [unknown, untimed] = [0, 0];
    listOf(profile.samples).forEach((id, index) => {
      this.last += numberOf(deltas[index] ?? Number.NaN);
      const stack = this.nodes.stack(numberOf(id));
      if (stack === undefined) unknown++;
      const ts = at(this.last);
      if (Number.isNaN(ts) && index < deltas.length) untimed++;
      this.out.sample(ts, -1, this.thread, this.kind, 1, Number.NaN, stack ?? none);
    });
    return { unknown, untimed };
  }
}
