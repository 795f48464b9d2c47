import type { Ask, Scope } from '../contract.ts';
import { callNodes } from '../stacks/call-nodes.ts';
import { pickFunctions } from '../stacks/pick-functions.ts';
import type { OfStacks } from './samples.ts';

/** The stacks with a function in them, under the grouping rules of the scope. */
export async function stacksThrough(
  ask: Ask,
  { group }: Scope,
  name: string,
  module: string | undefined,
): Promise<OfStacks> {
  const { functions, func, parent, nodeOfStack } = await callNodes(ask, group);
  const picked = new Set(pickFunctions(functions, name, module));
  const isThrough = new Uint8Array(func.length);
  for (let node = 0; node < func.length; node++) {
    const above = parent[node]!;
    isThrough[node] = picked.has(func[node]!) || (above >= 0 && isThrough[above]) ? 1 : 0;
  }
  let bits = '';
  for (const node of nodeOfStack) bits += node >= 0 && isThrough[node] ? '1' : '0';
  return { key: JSON.stringify([group, [...picked]]), bits: bits || '0' };
}
