import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import type { SavedQuery } from '../contract.ts';
import { checkedSaved, joinedSaved, readSaved, readSavedFile, savedFile } from './saved.ts';

const folder = temporaryFolder();

const slow: SavedQuery = { name: 'slow', of: 'search', text: 'duration>50ms' };
const kinds: SavedQuery = { name: 'slow', of: 'sql', text: 'SELECT kind FROM events' };

describe('saved queries', () => {
  it('are read from the stored list, without invalid entries', () => {
    expect(readSaved(JSON.stringify([slow, kinds]))).toEqual([slow, kinds]);
    expect(readSaved(JSON.stringify([slow, { name: 1 }, null, { ...slow, of: 'shell' }]))).toEqual([slow]);
    expect(readSaved('no JSON')).toEqual([]);
    expect(readSaved(null)).toEqual([]);
  });

  it('have unique names, separately for searches and for SQL', () => {
    expect(checkedSaved([{ ...slow, name: ' slow ' }, kinds])).toEqual([slow, kinds]);
    expect(() => checkedSaved([{ ...slow, name: ' ' }])).toThrow('Enter a name');
    expect(() => checkedSaved([slow, slow])).toThrow('called “slow” already');
    expect(() => checkedSaved([{ ...slow, text: 'x'.repeat(30_000) }])).toThrow('longer than');
    expect(() => checkedSaved(Array.from({ length: 1001 }, (_, i) => ({ ...slow, name: `${i}` })))).toThrow(
      'at most',
    );
  });

  it('can be exported to a file and imported', () => {
    const path = join(folder, 'saved.json');
    writeFileSync(path, savedFile([slow, kinds]));
    expect(readSavedFile(path)).toEqual([slow, kinds]);
    writeFileSync(path, '{"saved":[]}');
    expect(() => readSavedFile(path)).toThrow('is not a file of saved searches');
    expect(() => readSavedFile(join(folder, 'nothing.json'))).toThrow('is not a file of saved searches');
  });

  it('of an imported file are added to the existing ones', () => {
    const other = { ...slow, text: 'duration>1s' };
    expect(joinedSaved([slow], [slow, other, kinds])).toEqual([slow, { ...other, name: 'slow (2)' }, kinds]);
  });
});
