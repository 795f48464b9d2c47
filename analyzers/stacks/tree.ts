/** The workspace's stacks as typed arrays, loaded once per revision of the workspace. */
import { fromHalves, halvesOf } from '../../workspace/store/unsigned.ts';
import type { Ask } from '../contract.ts';

export interface StackTree {
  /** By stack id: the caller's stack, always smaller than the id; -1 at a root. */
  readonly parent: Int32Array;
  /** By stack id: its leaf frame; -1 for an unused id. */
  readonly frame: Int32Array;
  /** By frame id. */
  readonly frames: {
    /** Index into `symbols`. */
    readonly symbol: Int32Array;
    /** Index into `modules`. */
    readonly module: Int32Array;
    readonly address: BigUint64Array;
    /** 1 if the frame has an address: frames without a symbol have one. */
    readonly hasAddress: Uint8Array;
  };
  readonly symbols: readonly string[];
  readonly modules: readonly string[];
}

export function stackTree(ask: Ask): Promise<StackTree> {
  return ask.memo('stacks', async () => {
    const { query, cancel } = ask;
    const stacks = await query.columns(
      'SELECT id::INTEGER AS id, parent::INTEGER AS parent, frame::INTEGER AS frame FROM stack',
      [],
      cancel,
    );
    const frames = await query.columns(
      `SELECT id::INTEGER AS id, symbol::INTEGER AS symbol, module::INTEGER AS module,
         ${halvesOf('address')}
       FROM frame`,
      [],
      cancel,
    );
    const texts = await query.columns(
      `SELECT id::INTEGER AS id, value FROM text
       WHERE id IN (SELECT symbol FROM frame UNION SELECT module FROM frame)`,
      [],
      cancel,
    );

    const byText = new Map<number, string>();
    const values = texts.texts('value');
    texts.ints('id').forEach((id, row) => {
      byText.set(id, values[row] ?? '');
    });
    const frameIds = frames.ints('id');
    const symbol = dictionary(frameIds, frames.ints('symbol'), byText);
    const module = dictionary(frameIds, frames.ints('module'), byText);
    const stackIds = stacks.ints('id');
    const parent = scattered(stackIds, stacks.ints('parent'));
    for (let id = 0; id < parent.length; id++) {
      if (parent[id]! >= id) throw new RangeError(`stack ${id} comes before its caller ${parent[id]}`);
    }
    const address = new BigUint64Array(size(frameIds));
    const hasAddress = new Uint8Array(address.length);
    const { values: addresses, has } = fromHalves(frames, 'address');
    frameIds.forEach((id, row) => {
      address[id] = addresses[row]!;
      hasAddress[id] = has[row]!;
    });

    const value: StackTree = {
      parent,
      frame: scattered(stackIds, stacks.ints('frame')),
      frames: { symbol: symbol.index, module: module.index, address, hasAddress },
      symbols: symbol.values,
      modules: module.values,
    };
    return { value, bytes: parent.length * 8 + address.length * 16 + byText.size * 100 };
  });
}

/** Columns come in any order, and ids may have gaps: `out[ids[i]] = values[i]`, -1 elsewhere. */
function scattered(ids: Int32Array, values: Int32Array): Int32Array {
  const out = new Int32Array(size(ids)).fill(-1);
  for (let row = 0; row < ids.length; row++) out[ids[row]!] = values[row]!;
  return out;
}

function size(ids: Int32Array): number {
  let max = -1;
  for (const id of ids) if (id > max) max = id;
  return max + 1;
}

/** Text ids of the frames as indexes into only those texts that occur. */
function dictionary(
  frameIds: Int32Array,
  textIds: Int32Array,
  byText: ReadonlyMap<number, string>,
): { index: Int32Array; values: string[] } {
  const index = new Int32Array(size(frameIds)).fill(-1);
  const values: string[] = [];
  const known = new Map<number, number>();
  for (let row = 0; row < frameIds.length; row++) {
    const text = textIds[row]!;
    let at = known.get(text);
    if (at === undefined) {
      at = values.length;
      known.set(text, at);
      values.push(byText.get(text) ?? '');
    }
    index[frameIds[row]!] = at;
  }
  return { index, values };
}
