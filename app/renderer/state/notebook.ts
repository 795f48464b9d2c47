import type { RedactionRules } from '../../../analyzers/findings/redaction-rules.ts';
import type {
  EvidenceRequest,
  Finding,
  FindingChange,
  FindingDraft,
  Findings,
  WrittenReport,
} from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { count, formatBytes } from '../../wording/numbers.ts';
import type { ExportForm } from './exporting.ts';
import type { Session } from './session.ts';
import { Store } from './store.ts';
import { TypedTexts } from './typed-texts.ts';

export type FindingSummary = Findings['findings'][number];

/** A finding that is being created: the user can type its title while its evidence is computed. */
export interface Draft {
  readonly key: string;
  readonly title: string;
  /** Id of the newest finding before it. */
  readonly after: number;
}

/** Edits findings. Typed text is saved within a second, and all changes can be undone. */
export class Notebook {
  /** The finding whose card is open, by {@link keyOf}. */
  readonly open = new Store<string | null>(null);
  readonly draft = new Store<Draft | null>(null);
  /** True while evidence is checked. */
  readonly isChecking = new Store(false);
  readonly search = new Store('');
  /** Cards that were drafts keep their keys, so that they keep the cursor. */
  private readonly keys = new Map<number, string>();
  private readonly typed = new TypedTexts({
    onFailure: error => this.notSaved(error),
    onRecovery: () => this.session.imports.notify('info', 'The typed text is saved.'),
  });
  private lastDraft = 0;
  /** Resolves to the id of the newest draft. */
  private drafted: Promise<number | null> = Promise.resolve(null);

  constructor(private readonly session: Session) {}

  private get api() {
    return this.session.link.api;
  }

  get all(): readonly FindingSummary[] {
    return this.session.findings.get()?.findings ?? [];
  }

  keyOf(finding: number): string {
    return this.keys.get(finding) ?? `finding-${finding}`;
  }

  reset(): void {
    this.typed.clear();
    this.open.set(null);
    this.draft.set(null);
    this.search.set('');
    this.keys.clear();
  }

  /** The text of a field that is not saved yet; null if there is none. */
  unsaved(field: string): string | null {
    return this.typed.of(field);
  }

  /** Saves what is typed into a field, soon; `save` rejects if it cannot. */
  typeInto(field: string, text: string, save: (text: string) => Promise<void>): void {
    this.typed.type(field, text, save);
  }

  /** Saves typed text now: of a field, or all of it, as before the workspace is left or something is undone. */
  flush(field?: string): Promise<void> {
    return this.typed.flush(field);
  }

  /** False if there is nothing left that the text could be saved in. */
  private notSaved(error: unknown): boolean {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    const isGone = code === 'bad-request' || code === 'not-found';
    const kept = isGone ? '' : ' The text is kept here, and saved as soon as that is possible.';
    this.session.imports.notify('error', `The typed text is not saved. ${message}${kept}`);
    return !isGone;
  }

  /** Creates a finding and opens its card with the cursor in the title. */
  async add(finding: FindingDraft): Promise<void> {
    if (this.draft.get()) return;
    this.lastDraft++;
    const key = `draft-${this.lastDraft}`;
    this.reveal();
    this.search.set('');
    this.draft.set({ key, title: finding.title, after: Math.max(0, ...this.all.map(({ id }) => id)) });
    this.open.set(key);
    const made = this.make(key, finding);
    this.drafted = made;
    await made;
    this.draft.set(null);
  }

  /** Returns the id; null on failure. */
  private async make(key: string, finding: FindingDraft): Promise<number | null> {
    let made: number | null = null;
    await this.change(async () => {
      made = await this.api.addFinding(this.session.link.newJob('finding'), finding);
      this.keys.set(made, key);
    });
    return made;
  }

  edit(finding: number, change: FindingChange): Promise<void> {
    return this.change(async () => void (await this.api.changeFinding(finding, change)));
  }

  /** Saves typed text; for a draft, as soon as it has an id. Rejects if it cannot be saved. */
  async type(finding: number, change: FindingChange): Promise<void> {
    const id = finding === 0 ? await this.drafted : finding;
    if (id === null) return;
    this.session.findingChanged(`${Object.keys(change).join()} ${id}`);
    await this.api.changeFinding(id, change);
  }

  remove({ id, title }: FindingSummary): Promise<void> {
    return this.change(async () => {
      await this.api.removeFinding(id);
      this.session.imports.notify('info', `“${title}” was removed.`, [
        { label: 'Undo', keys: 'Ctrl+Z', run: () => void this.undo() },
      ]);
    });
  }

  /** Moves a finding before the one at index `to`, or after the last. */
  move(finding: number, to: number): Promise<void> {
    const ids = this.all.map(({ id }) => id);
    const from = ids.indexOf(finding);
    const index = Math.max(0, Math.min(ids.length - 1, to));
    if (from < 0 || from === index) return Promise.resolve();
    ids.splice(from, 1);
    ids.splice(index, 0, finding);
    return this.change(async () => void (await this.api.orderFindings(ids)));
  }

  /** Saves typed text of the summary. Rejects if it cannot be saved. */
  async summarize(change: Partial<Findings['summary']>): Promise<void> {
    const { title = '', text = '' } = this.session.findings.get()?.summary ?? {};
    this.session.findingChanged('summary');
    await this.api.changeSummary({ title, text, ...change });
  }

  addEvidence(finding: number, request: EvidenceRequest): Promise<void> {
    return this.change(
      async () => void (await this.api.addEvidence(this.session.link.newJob('evidence'), finding, request)),
    );
  }

  /** Replaces the stored answer with the current one. */
  renew(evidence: number): Promise<void> {
    return this.change(
      async () => void (await this.api.renewEvidence(this.session.link.newJob('evidence'), evidence)),
    );
  }

  evidence(evidence: number): Promise<Finding['evidence'][number]> {
    return this.api.evidence(evidence);
  }

  /** Checks the evidence of some findings, or of all. */
  async check(findings?: readonly number[]): Promise<void> {
    if (this.isChecking.get()) return;
    if (this.all.length === 0) {
      this.session.imports.notify('info', 'There are no findings to check.');
      return;
    }
    this.isChecking.set(true);
    await this.session.attempt(async () => {
      await this.flush();
      const { same, stale, failed } = await this.api.checkFindings(
        this.session.link.newJob('check'),
        findings,
      );
      const differs = [
        ...(stale > 0 ? [`${stale} differ`] : []),
        ...(failed > 0 ? [`${failed} could not be answered`] : []),
      ];
      const summary = `${count(same + stale + failed, 'question')} asked again`;
      this.session.imports.notify(
        'info',
        `${summary}: ${differs.length > 0 ? differs.join(', ') : 'all answers are the same'}.`,
      );
    });
    this.isChecking.set(false);
  }

  /** Asks for a path and writes the export; false if the user cancelled. */
  async export(form: ExportForm, rules: RedactionRules | null): Promise<boolean> {
    await this.flush();
    const { path } = this.session.workspace.get() ?? { path: null };
    const base = path === null ? 'findings' : baseName(path).replace(/\.aftertrace$/, '');
    const name = form === 'aftertrace' ? `${base}-findings.aftertrace` : `${base}.${form}`;
    const to = await this.session.shell.pickSave(form === 'aftertrace' ? 'workspace' : form, name);
    if (to === null) return false;
    const job = this.session.link.newJob('report');
    if (form === 'aftertrace') {
      const { bytes, evidence } = await this.api.cutDown(job, to);
      this.session.imports.notify(
        'info',
        `${to}: ${formatBytes(bytes)}, ${count(evidence, 'answer')} the same as here.`,
      );
      return true;
    }
    const written = await this.api.report(job, {
      path: form === 'pdf' ? `${to}.html` : to,
      zone: this.session.shownZone.get(),
      ...(rules && { rules: JSON.stringify(rules) }),
    });
    if (form === 'pdf') await this.session.shell.printReport(`${to}.html`, to);
    const differing =
      written.differing > 0
        ? ` ${written.differing} of its answers differ from the current ones, which the report states.`
        : '';
    this.session.imports.notify('info', `${to}: the report.${differing}`);
    return true;
  }

  /** The names that an export would replace. */
  async namesReplaced(rules: RedactionRules): Promise<WrittenReport['replaced']> {
    await this.flush();
    const job = this.session.link.newJob('report');
    return (await this.api.report(job, { path: null, rules: JSON.stringify(rules) })).replaced;
  }

  /** Returns true if something was undone. */
  async undo(): Promise<boolean> {
    await this.flush();
    const description = this.session.findings.get()?.undo;
    if (!description) return false;
    await this.session.attempt(async () => {
      this.session.findings.set(await this.api.undoFindings());
      this.session.imports.notify('info', `Undone: ${description}.`);
    });
    return true;
  }

  async redo(): Promise<void> {
    await this.flush();
    const description = this.session.findings.get()?.redo;
    if (!description) {
      this.session.imports.notify('info', 'Nothing was undone in findings.');
      return;
    }
    await this.change(async () => {
      this.session.findings.set(await this.api.redoFindings());
      this.session.imports.notify('info', `Redone: ${description}.`);
    });
  }

  /** Opens the notebook and the card of a finding. */
  show(finding: number): void {
    this.reveal();
    this.search.set('');
    this.open.set(this.keyOf(finding));
  }

  private reveal(): void {
    this.session.panels
      .of('Inspector')
      .update(panel => (panel.isOpen === true ? panel : { ...panel, isOpen: true }));
  }

  private change(work: () => Promise<void>): Promise<void> {
    this.session.findingChanged(null);
    return this.session.attempt(work);
  }
}
