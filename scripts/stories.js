/**
 * `npm run stories [-- OUT]`: writes up the recorded incidents from `docs/stories/*.json`: imports each, keeps its findings with their
 * evidence, checks them, and writes the report as Markdown with pictures into `docs/stories/`, and in every form into OUT.
 *
 * The incidents lie beside the repository, or where `AFTERTRACE_SHARED` says.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ensureBuilt, forCli } from './build.js';
import { install } from './install.js';
import { root } from './stale.js';

const stories = join(root, 'docs/stories');
const shared = process.env.AFTERTRACE_SHARED ?? join(root, '..', 'shared');
const [out] = process.argv.slice(2);

/** @param {readonly string[]} args of the command, which must end well */
function aftertrace(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/aftertrace.js'), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    throw new Error(`aftertrace ${args.join(' ')} ended with status ${status}:\n${stderr}${stdout}`);
  return stdout;
}

function write(story, folder) {
  const workspace = join(folder, `${story.incident}.aftertrace`);
  const captures = readdirSync(join(shared, 'incidents', story.incident))
    // What was done, and what a peer makes of the samples, are no captures.
    .filter(name => !/^(?:expected|truth|uname)/.test(name))
    .map(name => join(shared, 'incidents', story.incident, name));
  aftertrace('import', workspace, ...captures);
  aftertrace('note', workspace, 'summary', '--title', story.title, '--text', story.text);
  for (const { title, text, tag, mark, ask } of story.findings) {
    const [question, ...asked] = ask;
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
      ...asked,
    );
  }
  aftertrace('check', workspace);
  const to = join(stories, story.incident);
  rmSync(to, { recursive: true, force: true });
  aftertrace('report', workspace, '-o', join(to, 'README.md'));
  // What a check needs is as large as all else together, and lies in the report of every form.
  const page = join(to, 'README.md');
  writeFileSync(page, readFileSync(page, 'utf8').replace(/\n<!-- aftertrace-findings[\s\S]*$/, ''));
  if (!out) return;
  const forms = join(resolve(out), story.incident);
  mkdirSync(forms, { recursive: true });
  aftertrace('report', workspace, '-o', join(forms, 'report.html'), '--evidence', 'csv');
  aftertrace('report', workspace, '-o', join(forms, 'report.md'));
  aftertrace('export', workspace, '--findings', join(forms, 'findings.aftertrace'));
  aftertrace('check', join(forms, 'report.html'), '--workspace', join(forms, 'findings.aftertrace'));
  console.log(`${forms}: ${readdirSync(forms).join(', ')}`);
}

await install();
await ensureBuilt(forCli);
if (!existsSync(join(shared, 'incidents'))) {
  console.error(`There are no incidents in ${shared}: set AFTERTRACE_SHARED.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'aftertrace-stories-'));
try {
  for (const name of readdirSync(stories).filter(each => each.endsWith('.json'))) {
    write(JSON.parse(readFileSync(join(stories, name), 'utf8')), folder);
    console.log(`docs/stories/${basename(name, '.json')}/README.md`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
