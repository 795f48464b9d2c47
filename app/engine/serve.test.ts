import { MessageChannel } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineApi, EngineEvents } from '../contract.ts';
import { emptyWorkspace } from '../empty-workspace.ts';
import { EngineError } from './errors.ts';
import { serve } from './serve.ts';

const ports: { close(): void }[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** An engine behind a real message port, and the window's end of it. */
function connect(engine: Partial<EngineApi>, events: Partial<EngineEvents> = {}) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const sent = serve(engine as EngineApi, {
    post: message => port1.postMessage(message),
    onMessage: listener => port1.on('message', listener),
  });
  const remote = createBirpc<EngineApi, Partial<EngineEvents>>(events, {
    post: message => port2.postMessage(message),
    on: listener => port2.on('message', listener),
    timeout: -1,
  });
  return { remote, sent };
}

describe('serve', () => {
  it('transfers calls, columns and 64-bit times unchanged', async () => {
    const data = [BigInt64Array.of(2n ** 60n + 1n), { index: Int32Array.of(0), values: ['größe'] }];
    const asked: unknown[] = [];
    const { remote } = connect({
      page: async (...args) => {
        asked.push(args);
        return { total: 9, rows: 1, data };
      },
      ask: async (_, { scope }) => Promise.reject(new Error(`from ${scope.from}`)),
    });
    expect(await remote.page('job', 7, { offset: 0, limit: 9 })).toEqual({ total: 9, rows: 1, data });
    expect(asked).toEqual([['job', 7, { offset: 0, limit: 9 }]]);
    const scope = { from: 2n ** 60n + 1n };
    await expect(remote.ask('job', { question: 'kinds', params: {}, scope })).rejects.toMatchObject({
      message: `from ${scope.from}`,
    });
  });

  it('keeps the code of an error', async () => {
    const { remote } = connect({
      release: async () => {
        throw new EngineError('answer-gone', 'Ask again.');
      },
    });
    await expect(remote.release(1)).rejects.toEqual({ code: 'answer-gone', message: 'Ask again.' });
  });

  it('gives other errors the code `internal`', async () => {
    const { remote } = connect({ info: () => Promise.reject(new TypeError('x is not a function')) });
    await expect(remote.info()).rejects.toEqual({
      code: 'internal',
      message: 'x is not a function',
      stack: expect.stringContaining('serve.test.ts'),
    });
  });

  it('does not call methods outside the contract', async () => {
    const { remote } = connect({ toString: () => 'leaked' } as Partial<EngineApi>);
    await expect(remote.$call('toString' as 'info')).rejects.toThrow('function "toString" not found');
  });

  it('sends events', async () => {
    const changed = new Promise(resolve => {
      const { sent } = connect({}, { changed: resolve });
      sent.changed({ ...emptyWorkspace, path: 'a.aftertrace', revision: 2 });
    });
    expect(await changed).toMatchObject({ revision: 2 });
  });
});
