/// <reference lib="dom" />
/** Requests the rows in every form and adds up all their cells: the time until they could be drawn. */
import { type Table as ArrowTable, tableFromIPC } from 'apache-arrow';
import type { AnswerData } from '../../analyzers/contract.ts';
import { type Cell, Table } from '../../app/renderer/state/table.ts';
import { columns, type Form, forms, rows } from './rows.ts';

const rounds = 40;

type Records = readonly Readonly<Record<string, Cell>>[];

/** A number that depends on the cell's content, so that the cell must be read. */
const measure = (cell: Cell | undefined): number =>
  typeof cell === 'string' ? cell.length : typeof cell === 'bigint' ? Number(cell & 1023n) : (cell ?? 0);

function sum(cell: (row: number, column: string) => Cell | undefined): number {
  let total = 0;
  for (const { name } of columns) for (let row = 0; row < rows; row++) total += measure(cell(row, name));
  return total;
}

const readers: Readonly<Record<Form, (reply: unknown) => number>> = {
  columns: reply => {
    const table = new Table(columns, rows, reply as readonly AnswerData[]);
    return sum((row, column) => table.cell(row, column));
  },
  'arrow by column': reply => {
    const cells = arrowColumns(tableFromIPC(reply as Uint8Array));
    return sum((row, column) => cells.get(column)?.(row));
  },
  'arrow to objects': reply => {
    const cells = arrowColumns(tableFromIPC(reply as Uint8Array));
    const records = Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(columns.map(({ name }) => [name, cells.get(name)!(row)])),
    );
    return sum((row, column) => records[row]![column]);
  },
  objects: reply => sum((row, column) => (reply as Records)[row]![column]),
};

/** Arrow's own accessor rounds nanoseconds to milliseconds, so the underlying values are read. */
function arrowColumns(table: ArrowTable): ReadonlyMap<string, (row: number) => Cell> {
  return new Map<string, (row: number) => Cell>(
    columns.map(({ name, kind }): [string, (row: number) => Cell] => {
      const vector = table.getChild(name)!;
      const [chunk] = vector.data;
      const values = chunk!.values as { readonly [row: number]: number | bigint };
      if (kind !== 'code') return [name, (row: number) => values[row]!];
      const words = Array.from(chunk!.dictionary!) as string[];
      return [name, (row: number) => words[Number(values[row])]!];
    }),
  );
}

window.addEventListener('message', ({ ports: [port] }) => {
  if (port) void measureAll(port);
});

async function measureAll(port: MessagePort): Promise<void> {
  const times = new Map<Form, number[]>(forms.map(form => [form, []]));
  const sums = new Set<number>();
  for (let round = 0; round < rounds; round++)
    for (const form of forms) {
      const begin = performance.now();
      const reply = await new Promise<unknown>(resolve => {
        port.onmessage = event => resolve(event.data);
        port.postMessage(form);
      });
      sums.add(readers[form](reply));
      times.get(form)!.push(performance.now() - begin);
    }
  if (sums.size !== 1) console.log(`the sums of the forms differ: ${[...sums].join(', ')}`);
  const median = (form: Form) => times.get(form)!.sort((a, b) => a - b)[rounds >> 1]!;
  for (const form of forms)
    console.log(`${form}: ${median(form).toFixed(1)} ms, ${(median(form) / median('columns')).toFixed(1)} ×`);
  console.log('done');
}
