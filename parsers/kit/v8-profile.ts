/** Call trees of V8's sampling profiler: nodes that name their parent, or their children. */
import { type None, none, type Output, type StackId } from '../contract.ts';
import { type JsonObject, listOf, numberOf, objectOf, textOf } from './json-values.ts';

/** Maximum number of nodes; no program's profile has more. */
const maxNodes = 1 << 22;
const maxLength = 1024;

export class CallNodes {
  private readonly stacks = new Map<number, StackId | None>();
  /** Parents of nodes that other nodes list as children. */
  private readonly parents = new Map<number, number>();

  constructor(private readonly out: Output) {}

  /** Adds a node; its parent must be added first. Returns false if the value is not a node. */
  add(node: JsonObject): boolean {
    const id = numberOf(node.id);
    if (!Number.isSafeInteger(id) || this.stacks.size >= maxNodes) return false;
    // Chunks of traces state the function in `callFrame`, the oldest profiles in the node itself.
    const frame = objectOf(node.callFrame ?? node);
    const parent = numberOf(node.parent ?? this.parents.get(id));
    for (const child of listOf(node.children)) this.parents.set(numberOf(child), id);
    const above = this.stacks.get(parent) ?? none;
    const [symbol, module] = [nameOf(frame), moduleOf(frame)];
    // Left out, because every stack would begin with it.
    if (symbol === '(root)') {
      this.stacks.set(id, none);
      return true;
    }
    const leaf = this.out.frame(this.out.string(symbol), this.out.string(module));
    this.stacks.set(id, this.out.stack(above, leaf));
    return true;
  }

  /** The stack of a node: `none` at the root, undefined if the node was not added. */
  stack(id: number): StackId | None | undefined {
    return this.stacks.get(id);
  }
}

/**
 * Name of a function. Anonymous functions are distinguished by their position; `lineNumber` and `columnNumber` count
 * from 0.
 */
function nameOf(frame: JsonObject): string {
  const name = textOf(frame.functionName).slice(0, maxLength);
  if (name !== '') return name;
  const line = numberOf(frame.lineNumber);
  return line >= 0 ? `(anonymous ${line + 1}:${(numberOf(frame.columnNumber) || 0) + 1})` : '(anonymous)';
}

/** URL of the script; functions of V8 itself (`(garbage collector)`) have none. */
function moduleOf(frame: JsonObject): string {
  const url = textOf(frame.url).slice(0, maxLength);
  return url !== '' ? url : '[v8]';
}
