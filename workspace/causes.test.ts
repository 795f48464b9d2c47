import { expect, it } from 'vitest';
import { causeOf, explained, isDiskFull } from './causes.ts';
import { QueryError } from './query.ts';

it('knows that there is no room, as the system and DuckDB say it, and from an explained error', () => {
  const said = (message: string, code?: string) => Object.assign(new Error(message), { code });
  for (const error of [
    said('write failed', 'ENOSPC'),
    said('ENOSPC: no space left on device, write'),
    said('IO Error: Could not write: No space left on device'),
    said('There is not enough space on the disk.'),
    said('Disk quota exceeded'),
    said('EFBIG: file too large, write', 'EFBIG'),
  ]) {
    expect(isDiskFull(error), error.message).toBe(true);
    expect(isDiskFull(explained(error, ({ why }) => why)), error.message).toBe(true);
  }
  for (const error of [said('EACCES: permission denied', 'EACCES'), said('Parser Error'), null])
    expect(isDiskFull(explained(error, ({ why }) => why))).toBe(false);
});

it('knows that the memory does not suffice, also of a query, and what to do', () => {
  const message = 'Out of Memory Error: failed to allocate data of size 16.0 MiB (120.0 MiB/122.0 MiB used)';
  const error = new QueryError(message, 'SELECT 1', { cause: new Error(message) });
  for (const each of [new Error(message), error])
    expect(causeOf(each)).toMatchObject({
      code: 'out-of-memory',
      why: 'the memory that Aftertrace may use does not suffice',
      remedy: 'Import again with more, as with --memory 4GB.',
    });
});

it('knows an error of the disk where DuckDB only says that the database is closed', () => {
  expect(causeOf(new Error('Failed to connect: instance closed'))?.why).toContain('error of the disk');
});

it('knows that the disk has failed, also where only DuckDB’s sync says so', () => {
  for (const message of ['FATAL Error: fsync failed!', 'IO Error: Could not read: Input/output error']) {
    const error = new Error(message);
    expect(causeOf(error)?.why).toBe('the disk reports an error');
    expect(causeOf(explained(error, ({ why }) => why))?.why).toBe('the disk reports an error');
  }
});
