import { describe, expect, it } from 'vitest';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { sampleFailures } from './samples.ts';

const formats = logFormatsOf(definitions);

describe('every format reads its samples', () => {
  it.each(definitions.map((definition, index) => [definition.id, definition, formats[index]!] as const))(
    '%s',
    (_id, definition, format) => {
      expect(definition.samples.length).toBeGreaterThan(0);
      expect(sampleFailures(definition, format)).toEqual([]);
    },
  );
});
