/** Picks rows out of columns to send across the process boundary. */
import type { AnswerData, Texts } from '../../analyzers/contract.ts';

/**
 * Copies these rows of each column. Arrays are never views of larger ones, because a structured clone copies
 * the whole buffer behind a view. Only texts that the rows use are included: a page of 100 rows must not
 * carry every symbol.
 */
export function pickRows(columns: readonly AnswerData[], rows: Uint32Array): AnswerData[] {
  return columns.map(data => {
    if (data instanceof Float64Array) {
      const out = new Float64Array(rows.length);
      for (let i = 0; i < rows.length; i++) out[i] = data[rows[i]!]!;
      return out;
    }
    if (data instanceof BigInt64Array) {
      const out = new BigInt64Array(rows.length);
      for (let i = 0; i < rows.length; i++) out[i] = data[rows[i]!]!;
      return out;
    }
    return pickTexts(data, rows);
  });
}

function pickTexts({ index, values }: Texts, rows: Uint32Array): Texts {
  const sent = new Map<number, number>();
  const used: string[] = [];
  const out = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = index[rows[i]!]!;
    if (value < 0) {
      out[i] = -1;
      continue;
    }
    let at = sent.get(value);
    if (at === undefined) {
      at = used.push(values[value]!) - 1;
      sent.set(value, at);
    }
    out[i] = at;
  }
  return { index: out, values: used };
}
