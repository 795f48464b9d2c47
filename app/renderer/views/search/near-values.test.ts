import { describe, expect, it } from 'vitest';
import { readSearch } from './conditions.ts';
import { withNearValues } from './near-values.ts';

const rows = ['postgres', 'pgbench', 'web server'].map(value => ({ facet: 'process', value }));
const near = (query: string) => withNearValues(readSearch(query)!, rows);

describe('similar values', () => {
  it('are suggested for a misspelt one', () => {
    expect(near('slow process:postgers')[0]).toBe('slow process:postgres');
    expect(near('process=webserver')[0]).toBe('process="web server"');
  });

  it('are not suggested if the value exists, or the search contains no text', () => {
    expect(near('slow process:post*')).toEqual([]);
    expect(near('slow NOT process:postgers duration>5ms')).toEqual([]);
    expect(near('process:/x/')).toEqual([]);
  });
});
