import { expect, it } from 'vitest';
import { EngineError, toWireError } from './errors.ts';

it('keeps the stack of an internal error, and of no other error', () => {
  expect(toWireError(new TypeError('odd'))).toEqual({
    code: 'internal',
    message: 'odd',
    stack: expect.stringMatching(/^TypeError: odd\n +at .*errors\.test/),
  });
  expect(toWireError(new EngineError('bad-request', 'Not so.'))).toEqual({
    code: 'bad-request',
    message: 'Not so.',
  });
});
