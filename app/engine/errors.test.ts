import { expect, it } from 'vitest';
import { EngineError, toWireError } from './errors.ts';

it('keeps where a fault of the program was, and only of one', () => {
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
