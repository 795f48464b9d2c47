/** Markup that escapes texts everywhere and makes invisible characters visible. */
import { visible } from '../wording/visible.ts';

export class Markup {
  constructor(readonly text: string) {}
}

export type Piece = string | number | null | false | undefined | Markup | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, each => entities[each]!);

/** A template whose values are markup, or texts to be escaped. */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + (at > 0 ? flat(pieces[at - 1]) : '') + part, ''));
}

export const joined = (pieces: readonly Piece[], between = ''): Markup =>
  new Markup(pieces.map(flat).join(between));

function flat(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(flat).join('');
  if (piece === null || piece === undefined || piece === false) return '';
  return escaped(String(piece));
}
