import { expect, it } from 'vitest';
import { FieldSchemas } from './field-schemas.ts';
import { ignore } from './ignore.ts';

it('gives equal fields one number', () => {
  const schemas = new FieldSchemas(ignore);
  const first = schemas.field('took', 'number', 'ms');
  expect(schemas.field('took', 'number', 'ms')).toBe(first);
  for (const [key, type, unit] of [
    ['took', 'number', 's'],
    ['took', 'text', undefined],
    ['size', 'number', 'ms'],
  ] as const)
    expect(schemas.field(key, type, unit)).not.toBe(first);
});
