import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchFields } from '../../search/fields.ts';
import { grammar } from '../../search/language/grammar.ts';
import { parseSearch } from '../../search/language/parse.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/search.md'), 'utf8');

describe('docs/search.md', () => {
  it('contains the grammar', () => expect(docs).toContain(grammar.trim()));

  it.each(searchFields.map(field => [field.name, field] as const))(
    'explains %s',
    (_, { name, about, example }) => {
      expect(docs).toContain(`| \`${name}\``);
      expect(docs).toContain(about);
      expect(docs).toContain(`\`${example}\``);
      expect(parseSearch(example).type).toMatch(/^(field|and)$/);
    },
  );
});
