/** Builds the frames of a flame graph from text, for tests: `main@app 10`, with callees indented by two spaces. */
import type { Frames } from './frames.ts';

/**
 * A line is a frame: name, module and total weight, and after `+` the weight of callees that are left out. Self is
 * the remaining weight.
 *
 * @param whole the amount that is 100 %; default: the sum of all roots
 */
export function framesFromText(text: string, whole?: number): Frames {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const parent: number[] = [];
  const [self, total, rest]: number[][] = [[], [], []];
  const names: string[] = [];
  const modules: string[] = [];
  const lastOf: number[] = [];
  const minIndent = Math.min(...lines.map(line => line.search(/\S/)));
  lines.forEach((line, row) => {
    const depth = (line.search(/\S/) - minIndent) / 2;
    const [, name, module, weight, left] = /^\s*(.+)@(\S+) (\d+)(?: \+(\d+))?$/.exec(line)!;
    const caller = depth > 0 ? lastOf[depth - 1]! : -1;
    lastOf[depth] = row;
    parent.push(caller);
    names.push(name!);
    modules.push(module!);
    total!.push(Number(weight));
    rest!.push(Number(left ?? 0));
    self!.push(Number(weight) - Number(left ?? 0));
    if (caller >= 0) self![caller]! -= Number(weight);
  });
  const texts = (values: readonly string[]) => {
    const distinct = [...new Set(values)];
    return { index: Int32Array.from(values, value => distinct.indexOf(value)), values: distinct };
  };
  const roots = total!.reduce((sum, each, row) => (parent[row]! < 0 ? sum + each : sum), 0);
  return {
    count: lines.length,
    parent: Int32Array.from(parent),
    func: texts(names),
    module: texts(modules),
    type: texts(names.map(() => 'function')),
    self: Float64Array.from(self!),
    total: Float64Array.from(total!),
    rest: Float64Array.from(rest!),
    whole: { amount: whole ?? roots, unit: 'samples' },
  };
}
