/** Exporting findings: the dialog, and the files written. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { gone, seen, TestWindow } from './window.ts';

describe('the export of findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-export-'));
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
    await window.show('Modules');
    await window.page.getByRole('grid', { name: 'Modules' }).focus();
    await window.page.keyboard.press('n');
    await window.page.getByRole('textbox', { name: 'Title of finding 1' }).fill('acme-billing is slow');
    await window.page.keyboard.press('Escape');
    const evidence = window.page.getByRole('list', { name: 'Evidence' }).getByRole('listitem');
    await seen(evidence.first());
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });

  const dialog = () => window.page.getByRole('dialog', { name: 'Export the findings' });
  const open = async () => {
    await window.page
      .getByRole('region', { name: 'Notebook' })
      .getByRole('button', { name: 'Export…' })
      .click();
    await seen(dialog());
  };
  const exported = async (form: RegExp, name: string): Promise<Buffer> => {
    const path = join(folder, name);
    await open();
    await dialog().getByRole('radio', { name: form }).check();
    await window.dialogsAnswer({ save: path });
    await dialog().getByRole('button', { name: 'Export…' }).click();
    await gone(dialog());
    return readFileSync(path);
  };

  it('is a page with the finding, and its dialog has no violations of axe', async () => {
    await open();
    expect(await axeViolations(window, 'dialog')).toEqual([]);
    await window.page.keyboard.press('Escape');
    const html = (await exported(/^One page/, 'report.html')).toString();
    expect(html).toContain('acme-billing is slow');
    expect(html).toContain("default-src 'none'");
  });

  it('is printed as PDF, without other files', async () => {
    const pdf = await exported(/^PDF/, 'report.pdf');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(existsSync(join(folder, 'report.pdf.html'))).toBe(false);
  });

  it('lists the replaced names in the dialog, and the report has none of them', async () => {
    await open();
    await dialog().getByRole('textbox').fill('customer: acme-*');
    await dialog().getByRole('button', { name: 'Show what is replaced' }).click();
    const names = dialog().getByRole('list', { name: 'What is replaced' });
    await expect.poll(() => names.textContent()).toBe('acme-billing → customer-1');
    await window.dialogsAnswer({ save: join(folder, 'hidden.md') });
    await dialog()
      .getByRole('radio', { name: /^Markdown/ })
      .check();
    await dialog().getByRole('button', { name: 'Export…' }).click();
    await gone(dialog());
    const text = readFileSync(join(folder, 'hidden.md'), 'utf8');
    expect(text).toContain('customer-1 is slow');
    expect(text).not.toContain('acme');
  });

  it('is a workspace with the rows that the findings need', async () => {
    expect((await exported(/^Workspace/, 'findings.aftertrace')).length).toBeGreaterThan(10_000);
  });
});
