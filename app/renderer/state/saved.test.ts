import { expect, it } from 'vitest';
import type { SavedQuery } from '../../contract.ts';
import { Saved } from './saved.ts';

function kept() {
  let engine: readonly SavedQuery[] = [];
  const undos: (() => void)[] = [];
  const saved = new Saved({
    api: {
      saved: async () => engine,
      keepSaved: async all => {
        engine = all;
        return all;
      },
      exportSaved: async () => undefined,
      importSaved: async () => engine,
    },
    imports: { notify: (_kind, _text, actions) => undos.push(() => actions?.[0]?.run()) },
    attempt: work => work(),
    recordUndo: () => undefined,
  });
  return { saved, engine: () => engine, undos };
}

const slow: SavedQuery = { name: 'slow', of: 'search', text: 'duration>50ms' };

it('replaces the entry of the same name in its place, and appends others', async () => {
  const { saved, engine } = kept();
  await saved.keep(slow);
  await saved.keep({ ...slow, of: 'sql', text: 'SELECT 1' });
  await saved.keep({ ...slow, text: 'duration>1s' });
  expect(engine().map(({ of, text }) => `${of} ${text}`)).toEqual(['search duration>1s', 'sql SELECT 1']);
  expect(saved.of('sql').map(({ text }) => text)).toEqual(['SELECT 1']);
});

it('renames, and restores removed entries', async () => {
  const { saved, engine, undos } = kept();
  await saved.keep(slow);
  await saved.rename(saved.all.get()[0]!, 'slower');
  await saved.remove(saved.all.get()[0]!);
  expect(engine()).toEqual([]);
  undos[0]!();
  await expect.poll(engine).toEqual([{ ...slow, name: 'slower' }]);
});
