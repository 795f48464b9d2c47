import type { EngineApi, SavedQuery } from '../../contract.ts';
import type { Imports } from './imports.ts';
import { Store } from './store.ts';
import type { RecordUndo } from './undo-stack.ts';

export type SavedKind = SavedQuery['of'];

interface Around {
  readonly api: Pick<EngineApi, 'saved' | 'keepSaved' | 'exportSaved' | 'importSaved'>;
  readonly imports: Pick<Imports, 'notify'>;
  attempt(work: () => Promise<void>): Promise<void>;
  readonly recordUndo: RecordUndo;
}

/** Named searches and SQL, stored with the workspace on each change. */
export class Saved {
  readonly all = new Store<readonly SavedQuery[]>([]);

  constructor(private readonly around: Around) {}

  /** Loads those of the open workspace. */
  load(): Promise<void> {
    return this.around.attempt(async () => this.all.set(await this.around.api.saved()));
  }

  of(kind: SavedKind): readonly SavedQuery[] {
    return this.all.get().filter(({ of }) => of === kind);
  }

  /** Replaces the one with the same name, or appends. */
  keep(one: SavedQuery): Promise<void> {
    const all = this.all.get();
    const isSame = (each: SavedQuery) => each.of === one.of && each.name === one.name;
    return this.change(all.some(isSame) ? all.map(each => (isSame(each) ? one : each)) : [...all, one]);
  }

  rename(one: SavedQuery, name: string): Promise<void> {
    return this.change(this.all.get().map(each => (each === one ? { ...one, name } : each)));
  }

  async remove(one: SavedQuery): Promise<void> {
    const before = this.all.get();
    await this.change(before.filter(each => each !== one));
    this.around.imports.notify('info', `“${one.name}” is no longer saved.`, [
      { label: 'Undo', run: () => void this.put(before) },
    ]);
  }

  exportTo(path: string): Promise<void> {
    return this.around.attempt(() => this.around.api.exportSaved(path));
  }

  importFrom(path: string): Promise<void> {
    return this.around.attempt(async () => this.all.set(await this.around.api.importSaved(path)));
  }

  private change(all: readonly SavedQuery[]): Promise<void> {
    const before = this.all.get();
    this.around.recordUndo('saved searches and SQL', () => void this.put(before));
    return this.put(all);
  }

  private put(all: readonly SavedQuery[]): Promise<void> {
    return this.around.attempt(async () => this.all.set(await this.around.api.keepSaved(all)));
  }
}
