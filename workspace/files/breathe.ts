/** Milliseconds of work on this thread after which other events, such as a cancel, get their turn. */
const breath = 50;

/** Passes chunks on, and lets the event loop turn: decoders in TypeScript never wait for anything. */
export async function* breathing<T>(chunks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    if (performance.now() - since < breath) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}
