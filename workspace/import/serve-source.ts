/** The source's side of a worker. */
import type { MessagePort } from 'node:worker_threads';
import type { Format } from '../../parsers/contract.ts';
import { messageOf } from '../errors.ts';
import type { Block } from './part.ts';
import type { FromSource, ToSource } from './serve.ts';
import { readBlocks } from './source.ts';

export function serveSource(port: MessagePort, formats: readonly Format[]): void {
  const buffers: ArrayBuffer[] = [];
  let wanting: ((buffer: ArrayBuffer) => void) | null = null;
  const post = (message: FromSource, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const sink = {
    buffer: () => {
      const buffer = buffers.pop();
      if (buffer) return Promise.resolve(buffer);
      return new Promise<ArrayBuffer>(resolve => {
        wanting = resolve;
      });
    },
    block: (block: Block, read: number) => post({ type: 'block', block, read }, [block.buffer]),
  };
  port.on('message', (message: ToSource) => {
    if (message.type === 'buffer') {
      const give = wanting;
      wanting = null;
      if (give) give(message.buffer);
      else buffers.push(message.buffer);
      return;
    }
    const format = formats.find(({ id }) => id === message.job.format);
    if (!format) {
      post({ type: 'failed', code: 'internal', message: `no format ${message.job.format} in this worker` });
      return;
    }
    readBlocks(message.job, format, sink).then(
      end => post({ type: 'end', end }),
      error => post({ type: 'failed', code: String(error?.code ?? 'internal'), message: messageOf(error) }),
    );
  });
}
