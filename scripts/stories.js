/**
 * `npm run stories [-- OUT]`: writes the reports of the recorded incidents, whose findings are in `docs/stories/*.json`.
 * Imports each incident, adds its findings with their evidence, checks them, and writes the report as Markdown with
 * pictures into `docs/stories/`. Into OUT it writes every form of the report: an HTML page, the same page without names, a
 * PDF and pictures made by the window, Markdown with the answers as files, and a workspace that has only the findings and
 * their evidence.
 *
 * The incidents are in `incidents` of `AFTERTRACE_SHARED`, by default the folder `shared` beside the repository.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ensureBuilt, forCli } from './build.js';
import { withWindow } from './driven.js';
import { install } from './install.js';
import { inShared } from './shared.js';
import { root } from './stale.js';

const stories = join(root, 'docs/stories');
const incidents = inShared('incidents');
const [out] = process.argv.slice(2);

/**
 * Runs the command; throws if it fails.
 * @param {readonly string[]} args
 */
function aftertrace(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/aftertrace.js'), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    throw new Error(`aftertrace ${args.join(' ')} ended with status ${status}:\n${stderr}${stdout}`);
  return stdout;
}

/**
 * @param {Story} story
 * @param {string} folder
 */
async function writeStory(story, folder) {
  const workspace = join(folder, `${story.incident}.aftertrace`);
  const captures = readdirSync(join(incidents, story.incident))
    // These files hold notes about the incident and results of other tools; they are not captures.
    .filter(name => !/^(?:expected|truth|uname)/.test(name))
    .map(name => join(incidents, story.incident, name));
  aftertrace('import', workspace, ...captures);
  aftertrace('note', workspace, 'summary', '--title', story.title, '--text', story.text);
  for (const { title, text, tag, mark, ask } of story.findings) {
    const [question, ...options] = ask;
    aftertrace(
      'note',
      workspace,
      'add',
      '--title',
      title,
      '--text',
      text,
      '--tag',
      tag,
      ...(mark ? ['--mark-time', mark] : []),
      '--question',
      question,
      ...options,
    );
  }
  aftertrace('check', workspace);
  const reportFolder = join(stories, story.incident);
  rmSync(reportFolder, { recursive: true, force: true });
  const markdown = join(reportFolder, 'README.md');
  aftertrace('report', workspace, '-o', markdown);
  // Leaves out the data for `aftertrace check`, which is as large as the rest; the reports in OUT have it.
  writeFileSync(markdown, readFileSync(markdown, 'utf8').replace(/\n<!-- aftertrace-findings[\s\S]*$/, ''));
  if (!out) return;
  const forms = join(resolve(out), story.incident);
  mkdirSync(forms, { recursive: true });
  const report = join(forms, 'report.html');
  aftertrace('report', workspace, '-o', report);
  const findingsOnly = join(forms, 'findings.aftertrace');
  aftertrace('export', workspace, '--findings', findingsOnly);
  for (const form of ['csv', 'json', 'arrow', 'parquet', 'folded'])
    aftertrace('report', workspace, '-o', join(forms, form, 'report.md'), '--evidence', form);
  const rules = join(forms, 'names.json');
  writeFileSync(rules, JSON.stringify({ kinds: ['paths', 'users', 'hosts', 'addresses', 'arguments'] }));
  const withoutNames = join(forms, 'without-names.html');
  aftertrace('report', workspace, '-o', withoutNames, '--redact', rules, '--evidence', 'csv');
  for (const page of [report, withoutNames]) {
    aftertrace('check', page, '--workspace', findingsOnly);
    if (statSync(page).size > maxBytes) throw new Error(`${page} is larger than ${maxBytes} bytes.`);
  }
  await withWindow([findingsOnly], (app, page) => exportFromWindow(app, page, forms));
  console.log(`${forms}: ${readdirSync(forms).join(', ')}`);
}

/**
 * `ask`: a question and its command-line options.
 * @typedef {{ title: string, text: string, tag: string, mark?: string, ask: readonly [string, ...string[]] }}
 *   StoryFinding
 * @typedef {{ incident: string, title: string, text: string, findings: readonly StoryFinding[] }} Story
 */

/** Maximum size of a report, so that it can be sent by mail. */
const maxBytes = 5_000_000;

/**
 * Exports the PDF through the window's dialog, and each picture of the page as a PNG file.
 * @param {import('playwright-core').ElectronApplication} app
 * @param {import('playwright-core').Page} page
 * @param {string} forms the folder to write to
 */
async function exportFromWindow(app, page, forms) {
  const pdf = join(forms, 'report.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, pdf);
  const notebook = page.getByRole('region', { name: 'Notebook' });
  if (!(await notebook.isVisible())) await page.keyboard.press('Control+Shift+n');
  await notebook.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the findings' });
  await dialog.getByRole('radio', { name: /^PDF/ }).check();
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await dialog.waitFor({ state: 'hidden', timeout: 120_000 });
  if (!readFileSync(pdf).subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new Error(`${pdf} is not a PDF file.`);
  const [report] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(
      ({ BrowserWindow }, file) => {
        const window = new BrowserWindow({ width: 900, height: 900, webPreferences: { sandbox: true } });
        return window.loadFile(file);
      },
      join(forms, 'report.html'),
    ),
  ]);
  mkdirSync(join(forms, 'pictures'), { recursive: true });
  const pictures = report.locator('figure > .picture');
  for (let at = 0; at < (await pictures.count()); at++)
    await pictures.nth(at).screenshot({ path: join(forms, 'pictures', `${at + 1}.png`) });
}

await install();
await ensureBuilt(forCli);
const folder = mkdtempSync(join(tmpdir(), 'aftertrace-stories-'));
try {
  for (const name of readdirSync(stories).filter(file => file.endsWith('.json'))) {
    await writeStory(JSON.parse(readFileSync(join(stories, name), 'utf8')), folder);
    console.log(`docs/stories/${basename(name, '.json')}/README.md`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
