/** Captures of the same requests are aligned by what both print about them. */
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../../parsers/formats.ts';
import { imported, Scratch } from '../../import/import.testing.ts';
import type { Workspace } from '../../workspace.ts';
import { agrees, anchorsOf, fits } from './fits.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const id = (i: number) => `req-${(((i + 1) * 2_654_435_761) % 4_294_967_296).toString(16)}-${i % 7}`;
const time = (ms: number) => new Date(ms).toISOString();
const start = Date.UTC(2024, 4, 1, 4, 22);
/** Arrival times of requests, ms. */
const came = Array.from({ length: 300 }, (_, i) => i * 300 + ((i * 7919) % 211));

/**
 * A proxy that logs each request on arrival, and the server behind it, which logs most of them some ms later.
 */
const proxy = scratch.file(
  'proxy.log',
  came.map((ms, i) => `${time(start + ms)} INFO proxy forwarding ${id(i)} to 10.0.0.${i % 3}\n`).join(''),
);
const server = (name: string, move: (ms: number) => number, of: (i: number) => string = id) =>
  scratch.file(
    name,
    came
      .flatMap((ms, i) =>
        i % 10 === 0
          ? []
          : [`${time(start + move(ms) + 2 + (i % 3))} DEBUG worker ${i % 4} handles ${of(i)}\n`],
      )
      .join(''),
  );

const between = async (workspace: Workspace) => fits(workspace, await workspace.captures(), [2], [1]);

describe('logs of the same requests', () => {
  it.each([
    [90_000, 0],
    [-90_000, 0],
    [0, 0],
    [90_000, 200],
  ])('are found to differ by %d ms and %d ppm', async (offset, ppm) => {
    const path = server(`server-${offset}-${ppm}.log`, ms => Math.round(offset + ms * (1 + ppm / 1e6)));
    await imported(
      { paths: [proxy, path] },
      async workspace => {
        const [fit] = await between(workspace);
        const shift = Number(fit!.shift) / 1e6 + offset;
        expect(Math.abs(shift)).toBeLessThan(20);
        expect(fit!.error / 1e6).toBeGreaterThan(Math.abs(shift) / 2);
        expect(Math.abs(fit!.drift! / 1000 + ppm)).toBeLessThan(5);
        expect(agrees(fit!)).toBe(offset === 0);
        await workspace.setClock(2, { fit: { by: 1 } });
        const [again] = await between(workspace);
        expect(agrees(again!)).toBe(true);
        const [one, two] = await workspace.captures();
        const { anchors, line } = (await anchorsOf(workspace, one!, two!))!;
        expect(anchors.length).toBeGreaterThan(100);
        const near = anchors.filter(({ residual }) => Math.abs(residual) <= line.error);
        expect(near.length / anchors.length).toBeGreaterThan(0.8);
        expect((await workspace.captures())[1]).toMatchObject({
          clockGuess: true,
          clock: { facts: { startFrom: 'fit', startBy: { id: 1 } } },
        });
        await workspace.undoClock();
        expect((await workspace.captures())[1]).toMatchObject({ clockAsRead: null });
      },
      { formats },
    );
  });

  it('are found by ids that are in fields only', async () => {
    const lines = (move: number, service: string, message: string) =>
      scratch.file(
        `${service}.jsonl`,
        came
          .map((ms, i) =>
            JSON.stringify({
              time: time(start + ms + move),
              level: 'info',
              msg: message,
              service,
              request_id: id(i),
            }),
          )
          .join('\n'),
      );
    await imported(
      { paths: [lines(0, 'front', 'request begins'), lines(90_003, 'back', 'request is handled')] },
      async workspace => {
        const [fit] = await between(workspace);
        expect(Math.abs(Number(fit!.shift) / 1e6 + 90_000)).toBeLessThan(20);
        const [one, two] = await workspace.captures();
        expect((await anchorsOf(workspace, one!, two!))!.anchors.length).toBeGreaterThan(100);
      },
      { formats },
    );
  });

  it.each([
    [90_000, 0],
    [-3_600_000, 0],
    [3 * 86_400_000, 0],
    [90_000, -200],
  ])(
    'in whole seconds, written when requests end, are found %d ms and %d ppm from spans',
    async (offset, ppm) => {
      const spans = came.map((ms, i) => ({
        traceId: `${'0'.repeat(24)}${(0x1000_0000 + i * 7919).toString(16)}`,
        spanId: (0x1000_0000 + i).toString(16).padStart(16, '0'),
        name: 'GET /orders',
        startTimeUnixNano: String(BigInt(start + ms) * 1_000_000n),
        endTimeUnixNano: String(BigInt(start + ms + 5 + (i % 40)) * 1_000_000n),
        attributes: [{ key: 'url.path', value: { stringValue: `/orders/${id(i)}` } }],
      }));
      const stood = (ms: number) => new Date(start + offset + ms * (1 + ppm / 1e6));
      const clf = (at: Date) =>
        at.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1/$2/$3:$4 +0000');
      const log = scratch.file(
        `access-${offset}-${ppm}.log`,
        came
          .map((ms, i) => {
            const at = clf(stood(ms + 5 + (i % 40)));
            return `10.0.0.${i % 9} - - [${at}] "GET /orders/${id(i)} HTTP/1.1" 200 ${i} "-" "curl"\n`;
          })
          .join(''),
      );
      const exported = scratch.file(
        `spans-${offset}-${ppm}.json`,
        `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}\n`,
      );
      await imported(
        { paths: [exported, log] },
        async workspace => {
          const [fit] = await between(workspace);
          // In the middle of the capture: a second is too coarse for the drift.
          const middle = Number(fit!.shift) / 1e6 + offset + (came.at(-1)! / 2) * (ppm / 1e6);
          expect(fit!.drift).toBeNull();
          expect(Math.abs(middle)).toBeLessThan(50);
          expect(Math.abs(middle)).toBeLessThan(fit!.error / 1e6);
          expect(fit!.error).toBeLessThan(200e6);
        },
        { formats },
      );
    },
  );

  it('are not aligned, with a message, if they are of different requests', async () => {
    const path = server(
      'other.log',
      ms => ms,
      i => `req-${(i * 40_503 + 77).toString(16)}-x${i}`,
    );
    await imported(
      { paths: [proxy, path] },
      async workspace => {
        expect(await between(workspace)).toEqual([]);
        await expect(workspace.setClock(2, { fit: { by: 1 } })).rejects.toThrow(/pin one of its events/);
      },
      { formats },
    );
  });

  it('do not fit if their requests came at other times', async () => {
    const path = server(
      'mixed.log',
      ms => ms,
      i => id((i * 131) % 300),
    );
    await imported(
      { paths: [proxy, path] },
      async workspace => expect(await between(workspace)).toEqual([]),
      {
        formats,
      },
    );
  });

  it('align a capture without a start, as a guess', async () => {
    const lines = came.map(
      (ms, i) => `[${(100 + ms / 1000).toFixed(6).padStart(12)}] app: forwarding ${id(i)} now\n`,
    );
    const path = scratch.file('dmesg.log', lines.join(''));
    await imported(
      { paths: [proxy, path] },
      async workspace => {
        const placed = (await workspace.captures())[1]!;
        expect(placed.clock.facts).toMatchObject({
          source: 'boot-seconds',
          startFrom: 'fit',
          startBy: { id: 1 },
        });
        expect(placed.clockGuess).toBe(true);
        const first = placed.clock.zero + placed.clock.utcOffset! + placed.firstTs!;
        expect(Math.abs(Number(first - BigInt(start) * 1_000_000n)) / 1e6).toBeLessThan(2);
      },
      { formats },
    );
  });
});
