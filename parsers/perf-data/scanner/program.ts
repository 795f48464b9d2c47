/** Compiles what is known of an event to the words that assembly/ runs: where its fields stand, and how it is printed. */
import { ascii } from '../../kit/bytes.ts';
import type { Piece, Plain } from '../print-values.ts';
import * as Code from './shared/codes.ts';

/** Fields of a printed message. */
export type PlainField =
  | { readonly kind: 'text'; readonly from: number; readonly to: number; readonly number: number }
  | { readonly kind: 'number'; readonly piece: number }
  | { readonly kind: 'call'; readonly piece: number };

export interface Program {
  readonly bytes: Uint8Array;
  /** Addresses. */
  readonly pieces: number;
  readonly fields: number;
}

/** Longest text that stays in a format. */
const maxLiteral = 1024;

/**
 * @param base address at which the program will be loaded
 * @returns null where the scanner cannot print the event
 */
export function compileEvent(
  pieces: readonly Piece[],
  fields: readonly PlainField[],
  base: number,
  room: number,
): Program | null {
  if (pieces.length > Code.PIECES_MAX || fields.length > Code.FIELDS_MAX) return null;
  const literals = pieces.map(piece => (typeof piece === 'string' ? ascii(piece) : null));
  if (pieces.some(piece => typeof piece === 'string' && !isAscii(piece))) return null;
  const literalBytes = literals.reduce((sum, literal) => sum + (literal?.length ?? 0), 0);
  const piecesAt = base;
  const fieldsAt = piecesAt + pieces.length * Code.PIECE_WORDS * 4;
  let literalAt = fieldsAt + fields.length * Code.FIELD_WORDS * 4;
  const size = literalAt + literalBytes - base;
  // The scanner reads sixteen bytes at a time, and the next program begins at a multiple of eight.
  if (literalBytes > maxLiteral || size + 16 > room) return null;
  const bytes = new Uint8Array(Math.ceil(size / 8) * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, piece] of pieces.entries()) {
    const at = index * Code.PIECE_WORDS * 4;
    const literal = literals[index] ?? null;
    if (literal !== null) {
      setWords(view, at, [Code.LITERAL, literalAt, literal.length]);
      bytes.set(literal, literalAt - base);
      literalAt += literal.length;
      continue;
    }
    const plain = typeof piece === 'string' ? null : (piece?.plain ?? null);
    if (plain === null || !setPiece(view, at, plain)) return null;
  }
  fields.forEach((field, index) => {
    setWords(view, fieldsAt - base + index * Code.FIELD_WORDS * 4, wordsOf(field));
  });
  return { bytes, pieces: piecesAt, fields: fieldsAt };
}

function setPiece(view: DataView, at: number, plain: Plain): boolean {
  switch (plain.kind) {
    case 'text': {
      const { offset, size, location } = plain.field;
      const where = { here: Code.HERE, record: Code.FROM_RECORD, relative: Code.FROM_FIELD }[location];
      setWords(view, at, [Code.TEXT, offset, size, where]);
      return true;
    }
    case 'values':
      if (plain.places.length > Code.VALUES_MAX) return false;
      setWords(view, at, [
        Code.HOSTED,
        plain.places.length,
        ...plain.places.flatMap(({ offset, size }) => [offset, size]),
      ]);
      return true;
    default: {
      const { place, min, limit } = plain;
      const isDecimal = plain.kind === 'decimal';
      const first = isDecimal ? plain.digits : min === Number.NEGATIVE_INFINITY ? 1 : 0;
      const code = isDecimal ? Code.DECIMAL : Code.HEX;
      setWords(view, at, [code, 1, place.offset, place.size, 0, 0, first, place.signed ? 1 : 0]);
      view.setFloat64(at + 32, min, true);
      view.setFloat64(at + 40, limit, true);
      return true;
    }
  }
}

function wordsOf(field: PlainField): readonly number[] {
  switch (field.kind) {
    case 'text':
      return [Code.FIELD_TEXT, field.from, field.to, field.number];
    case 'number':
      return [Code.FIELD_NUMBER, field.piece];
    case 'call':
      return [Code.FIELD_CALL, field.piece];
  }
}

function setWords(view: DataView, at: number, words: readonly number[]): void {
  words.forEach((word, index) => {
    view.setInt32(at + index * 4, word, true);
  });
}

const isAscii = (text: string): boolean => [...text].every(char => char.charCodeAt(0) < 0x80);

/** Slot of an event's id in the table of ids, unless it is taken. */
export const slotOf = (low: number): number => Math.imul(low, 0x9e3779b1) >>> 19;
