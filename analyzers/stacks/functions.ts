/** The function of each frame: distinct (symbol, module) pairs under the grouping rules. */
import { baseName } from '../kit/names.ts';
import { type Grouping, isKernel } from './grouping.ts';
import type { StackTree } from './tree.ts';

/** The function of samples without a stack, so that shares add up to 100 %. */
export const noStack = '[no stack]';
const unknown = '[unknown]';
const kernel = '[kernel]';

/** Function 0 is {@link noStack}. */
export interface Functions {
  readonly count: number;
  /** By function: indexes into `names` and `modules`. */
  readonly name: Int32Array;
  readonly module: Int32Array;
  readonly names: readonly string[];
  readonly modules: readonly string[];
  /** By function: 1 if it is a whole module, so that adjacent frames of it are one call. */
  readonly joined: Uint8Array;
  /** By frame id: its function. */
  readonly functionOfFrame: Int32Array;
  /** By frame id: 1 if it counts as part of its caller. */
  readonly folded: Uint8Array;
  /** By frame id: 1 if samples with it are left out. */
  readonly hidden: Uint8Array;
}

export function functionsOf(tree: StackTree, rules: Grouping): Functions {
  const { symbol, module, address, hasAddress } = tree.frames;
  const names = new Names();
  const modules = new Names();
  const nameOf: number[] = [names.id(noStack)];
  const moduleOf: number[] = [modules.id(noStack)];
  const joinedOf: number[] = [0];
  const known = new Map<number, number>();
  const intern = (name: number, inModule: number, joined: boolean) => {
    // Ids are 32-bit, so that a pair fits a double as long as there are fewer than 2^22 modules.
    const key = name * 2 ** 22 + inModule;
    let id = known.get(key);
    if (id === undefined) {
      id = nameOf.length;
      known.set(key, id);
      nameOf.push(name);
      moduleOf.push(inModule);
      joinedOf.push(joined ? 1 : 0);
    }
    return id;
  };

  const moduleRules = tree.modules.map(each => {
    const inKernel = rules.kernel && isKernel(each);
    return {
      joined: inKernel || rules.joins(each),
      folded: rules.foldsModule(each),
      name: inKernel ? kernel : each,
    };
  });
  const symbolRules = tree.symbols.map(each => ({ folded: rules.folds(each), hidden: rules.hides(each) }));

  const count = symbol.length;
  const functionOfFrame = new Int32Array(count).fill(-1);
  const folded = new Uint8Array(count);
  const hidden = new Uint8Array(count);
  for (let frame = 0; frame < count; frame++) {
    if (symbol[frame]! < 0) continue;
    const ofModule = moduleRules[module[frame]!]!;
    const ofSymbol = symbolRules[symbol[frame]!]!;
    folded[frame] = ofModule.folded || ofSymbol.folded ? 1 : 0;
    hidden[frame] = ofSymbol.hidden ? 1 : 0;
    const name = ofModule.joined
      ? baseName(ofModule.name)
      : rules.addresses && hasAddress[frame] === 1 && tree.symbols[symbol[frame]!] === unknown
        ? hexadecimal(address[frame]!)
        : tree.symbols[symbol[frame]!] || unknown;
    functionOfFrame[frame] = intern(names.id(name), modules.id(ofModule.name || unknown), ofModule.joined);
  }
  return {
    count: nameOf.length,
    name: Int32Array.from(nameOf),
    module: Int32Array.from(moduleOf),
    names: names.values,
    modules: modules.values,
    joined: Uint8Array.from(joinedOf),
    functionOfFrame,
    folded,
    hidden,
  };
}

/** An address in the form that perf prints: `0x000000000058ad9e`. */
function hexadecimal(address: bigint): string {
  return `0x${address.toString(16).padStart(16, '0')}`;
}

class Names {
  readonly values: string[] = [];
  private readonly ids = new Map<string, number>();

  id(name: string): number {
    let id = this.ids.get(name);
    if (id === undefined) {
      id = this.values.length;
      this.ids.set(name, id);
      this.values.push(name);
    }
    return id;
  }
}
