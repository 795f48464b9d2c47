/** `module!function`, as the tools of Windows print frames of ETW stacks. */
import type { FrameId, Output } from '../../contract.ts';

export const unknown = '[unknown]';

export interface EtwFrame {
  readonly module: string;
  readonly symbol: string;
  /** Set only if the text has an address in place of a symbol. */
  readonly address: bigint | null;
}

/** Texts in place of a function that could not be resolved; `<C3>` and the like are xperf's own names. */
const noSymbol = /^(?:\?|<PDB not found>|<Symbols disabled>|<Unknown>|0x([0-9a-f]{1,16}))?$/i;

export function parseFrame(text: string): EtwFrame {
  const bang = text.indexOf('!');
  if (bang < 0) return withoutFunction(text);
  const module = moduleOf(text.slice(0, bang));
  const symbol = text.slice(bang + 1);
  const unresolved = noSymbol.exec(symbol);
  if (unresolved === null) return { module, symbol, address: null };
  return { module, symbol: unknown, address: addressOf(unresolved[1]) };
}

/**
 * A frame without a function: a module alone, which is printed while symbols are off, an address, or a name
 * of the tool's own: `[Root]`.
 */
function withoutFunction(text: string): EtwFrame {
  const missing = noSymbol.exec(text);
  if (missing !== null) return { module: unknown, symbol: unknown, address: addressOf(missing[1]) };
  if (/\.\w{2,4}$/.test(text)) return { module: text, symbol: unknown, address: null };
  return { module: unknown, symbol: text, address: null };
}

const addressOf = (digits: string | undefined): bigint | null =>
  digits === undefined ? null : BigInt(`0x${digits}`);

function moduleOf(text: string): string {
  const module = text.replace(/^"(.*)"$/, '$1');
  return module === '' || module === '?' || /^unknown$/i.test(module) ? unknown : module;
}

/** @param address address of the frame, if the capture prints it beside the name */
export function internFrame(out: Output, text: string, address: bigint | null = null): FrameId {
  const frame = parseFrame(text);
  const frameAddress = frame.symbol === unknown ? (frame.address ?? address) : null;
  return out.frame(out.string(frame.symbol), out.string(frame.module), frameAddress);
}
