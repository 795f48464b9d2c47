import { expect, it, vi } from 'vitest';
import { asEngineError } from './engine-link.ts';

it("carries the engine's stack if the error is internal", () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stack = 'TypeError: odd\n    at Reader.push (engine.cjs:3:4)\n    at other (engine.cjs:5:6)';
  const error = asEngineError({ code: 'internal', message: 'odd', stack });
  expect(error).toMatchObject({ code: 'internal', message: 'odd (at Reader.push (engine.cjs:3:4))', stack });
  expect(said).toHaveBeenCalledWith(stack);
  said.mockRestore();
  expect(asEngineError({ code: 'too-large', message: 'Too large.' }).message).toBe('Too large.');
});
