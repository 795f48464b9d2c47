import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@duckdb/node-bindings';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { Workspace } from '../workspace.ts';
import { refreshTemplates } from './refresh.ts';

const folder = temporaryFolder();

function log(name: string, messages: readonly string[]): string {
  const path = join(folder, name);
  const lines = messages.map(
    (message, i) => `2024-05-01 10:00:${String(i % 60).padStart(2, '0')},000 INFO app: ${message}`,
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const templates = async (workspace: Workspace) =>
  (await workspace.table('SELECT template, count(*)::INTEGER FROM events GROUP BY ALL ORDER BY ALL')).rows;

describe('templates of a workspace', () => {
  it('are the same in any order of import, and equal across captures', async () => {
    const one = log('one.log', ['closed for user anna', 'closed for user bert', 'started 1', 'started 2']);
    const two = log('two.log', ['closed for user carl', 'closed for user dora', 'started 3']);
    const found: unknown[] = [];
    for (const paths of [
      [one, two],
      [two, one],
    ]) {
      const workspace = await Workspace.open(null);
      for (const path of paths) await workspace.import({ paths: [path], workers: 0 });
      found.push(await templates(workspace));
      await workspace.close();
    }
    expect(found[0]).toEqual(found[1]);
    expect(found[0]).toHaveLength(2);
    const names = (found[0] as [string, number][]).map(([template]) => template);
    expect(names.join('\n')).toMatch(/closed for user <\*>\n.*started <\*>$/);
  });

  it('stay the same if a capture adds nothing new', async () => {
    const workspace = await Workspace.open(null);
    await workspace.import({ paths: [log('three.log', ['started 1', 'stopped'])], workers: 0 });
    const before = await workspace.table('SELECT rowid, * FROM template ORDER BY ALL');
    await workspace.import({ paths: [log('four.log', ['started 2', 'stopped'])], workers: 0 });
    expect(await workspace.table('SELECT rowid, * FROM template ORDER BY ALL')).toEqual(before);
    expect(before.rows).toHaveLength(2);
    await workspace.close();
  });

  it('are the messages themselves beyond the most frequent ones', async () => {
    const derivations = [
      {
        table: 'template' as const,
        reads: ['event' as const],
        derive: (connection: Connection) => refreshTemplates(connection, { most: 1 }),
      },
    ];
    const workspace = await Workspace.open(null, { derivations });
    const path = log('five.log', ['started', 'started', 'started', 'paused', 'paused', 'stopped']);
    await workspace.import({ paths: [path], workers: 0 });
    expect(await templates(workspace)).toEqual([
      ['app: paused', 2],
      ['app: started', 3],
      ['app: stopped', 1],
    ]);
    await workspace.close();
  });
});
