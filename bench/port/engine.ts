/** Sends the rows in the requested form, converted anew for each request. */
import { toArrow } from '../../app/engine/arrow.ts';
import { pickRows } from '../../app/engine/page.ts';
import { Table } from '../../app/renderer/state/table.ts';
import { columns, data, type Form, rows } from './rows.ts';

interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: Form }) => void): void;
  start(): void;
}
interface ParentPort {
  on(event: 'message', listener: (event: { ports: readonly Port[] }) => void): void;
}

const all = Uint32Array.from({ length: rows }, (_, row) => row);

function converted(form: Form): unknown {
  const picked = pickRows(data, all);
  if (form === 'columns') return picked;
  if (form === 'objects') return new Table(columns, rows, picked).records();
  return toArrow(columns, { total: rows, rows, data: picked }, 'stream');
}

const { parentPort } = process as unknown as { parentPort: ParentPort };
parentPort.on('message', ({ ports: [port] }) => {
  port?.on('message', ({ data: form }) => port.postMessage(converted(form)));
  port?.start();
});
