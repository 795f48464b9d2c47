/** The findings and settings that a workspace keeps, and their second copy. */
import {
  copiesIn,
  doubtOf,
  FindingsCopies,
  type FindingsCopy,
  type KeptFindings,
  keptSettings,
  markChanged,
  readKept,
} from './findings/copies.ts';
import { insertRow } from './findings/records.ts';
import { Gate } from './gate.ts';
import type { Held } from './held.ts';
import { text } from './store/schema.ts';
import type { WorkspaceFile } from './workspace-file.ts';

export class Kept {
  private readonly gate = new Gate();
  private readonly copies: FindingsCopies | null;
  private found: string | null = null;

  /** @param data folder of the application's data, for the second copy */
  constructor(
    private readonly held: Held,
    private readonly file: WorkspaceFile,
    private readonly data: string | undefined,
  ) {
    this.copies = data ? new FindingsCopies(copiesIn(data), () => this.copy()) : null;
  }

  /** A sentence if the findings are not those of their second copy: see {@link compare}. */
  get doubt(): string | null {
    return this.found;
  }

  /** Compares the findings with their second copy. */
  async compare(): Promise<void> {
    if (!this.data || this.file.isTemporary) return;
    try {
      this.found = doubtOf(await this.copy(), copiesIn(this.data));
    } catch {
      // What cannot be read is reported by whatever asks for it.
    }
  }

  /** A setting stored under `key`; null if there is none. */
  async setting(key: string): Promise<string | null> {
    const result = await this.held.columns('SELECT value AS v FROM workspace WHERE key = ?', [`kept ${key}`]);
    return result.texts('v')[0] ?? null;
  }

  setSetting(key: string, value: string): Promise<void> {
    // In turns with findings: both write the time of the last change, and DuckDB refuses the second of two writers.
    return this.file.inTurn(() =>
      this.write(async () => [
        `DELETE FROM workspace WHERE key = ${text(`kept ${key}`)}`,
        `INSERT INTO workspace VALUES (${text(`kept ${key}`)}, ${text(value)})`,
      ]),
    );
  }

  /**
   * Writes findings in one transaction that is durable when the promise resolves. May run during an import. `work`
   * reads the current findings and returns the statements; writers are serialised.
   */
  write(work: () => Promise<readonly string[]>): Promise<void> {
    return this.gate.exclusive(async () => {
      this.file.assertWritable();
      const statements = await work();
      if (statements.length === 0) return;
      await this.held.transaction([...statements, ...markChanged()]);
      this.copies?.changed();
    });
  }

  /** Puts findings and settings of another workspace into this one, which has none. */
  take({ finding, evidence, settings }: KeptFindings): Promise<void> {
    return this.write(async () => [
      `DELETE FROM workspace WHERE ${keptSettings}`,
      ...finding.map(row => insertRow('finding', row)),
      ...evidence.map(row => insertRow('evidence', row)),
      ...settings.map(([key, value]) => `INSERT INTO workspace VALUES (${text(key)}, ${text(value)})`),
    ]);
  }

  /** Runs `work`, which closes the file, when everything is written; the copy of a temporary one is removed. */
  close(work: () => Promise<void>): Promise<void> {
    return this.gate.exclusive(async () => {
      await this.copies?.settled();
      await work();
      if (this.file.isTemporary) this.copies?.forget();
    });
  }

  private async copy(): Promise<FindingsCopy> {
    const id = await this.held.columns("SELECT value AS v FROM workspace WHERE key = 'id'");
    return { id: id.texts('v')[0] ?? 'none', path: this.file.path, ...(await readKept(this.held)) };
  }
}
