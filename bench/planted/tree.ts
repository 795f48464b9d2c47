/** A copy of the repository, in which files are changed and tests are run. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { relativeTo } from './report.ts';

export interface Outcome {
  /** Whether a test failed; `time` if the run had to be ended. */
  readonly found: 'no' | 'test' | 'time';
  /** The first failing test or file, with the begin of its message. */
  readonly by: string;
  /** The same for each file that failed. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Not copied: what is large, or made again. */
const left = new Set(['.git', '.runtime', '.tsbuild', 'build', 'node_modules', 'test-results']);

export class Tree {
  readonly root: string;
  private readonly before = new Map<string, string>();
  /** Ends the run in progress. */
  private end: () => void = () => undefined;

  constructor(origin: string) {
    const folder = mkdtempSync(join(tmpdir(), 'aftertrace-planted-'));
    this.root = join(folder, 'tree');
    cpSync(origin, this.root, {
      recursive: true,
      preserveTimestamps: true,
      filter: path => !left.has(relative(origin, path)),
    });
    symlinkSync(join(origin, 'node_modules'), join(this.root, 'node_modules'));
    mkdirSync(join(folder, 'tmp'));
    const stop = () => {
      this.remove();
      process.exit(1);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  }

  private get folder(): string {
    return join(this.root, '..');
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  write(path: string, text: string): void {
    if (!this.before.has(path)) this.before.set(path, this.read(path));
    writeFileSync(join(this.root, path), text);
  }

  /** Reverts every `write`. */
  restore(): void {
    for (const [path, text] of this.before) writeFileSync(join(this.root, path), text);
    this.before.clear();
  }

  /** Ends what runs in the copy, and removes it. */
  remove(): void {
    this.end();
    // Processes that are ending may still write.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Runs tests until the first one fails. */
  async test(
    tests: readonly string[],
    {
      name,
      seconds: limit,
      projects = ['unit', 'component'],
      workers = 1,
      all = false,
      env = {},
    }: TestOptions,
  ): Promise<Outcome> {
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const args = ['node_modules/vitest/vitest.mjs', 'run', `--maxWorkers=${workers}`];
    args.push(...projects.flatMap(project => ['--project', project]));
    args.push(
      '--testTimeout=120000',
      '--reporter=json',
      `--outputFile=${report}`,
      '--experimental.fsModuleCache',
    );
    args.push(`--experimental.fsModuleCachePath=${join(this.folder, 'modules')}`, '--passWithNoTests');
    if (!all) args.push('--bail=1');
    if (name) args.push('-t', name);
    const begin = performance.now();
    const [status, output] = await this.run([...args, ...tests], limit, env);
    const seconds = (performance.now() - begin) / 1000;
    if (status === 0) return { found: 'no', by: '', failures: [], seconds };
    if (status === null) return { found: 'time', by: `not ended after ${limit} s`, failures: [], seconds };
    const failures = failuresIn(report).map(failure => relativeTo(this.root, failure));
    return { found: 'test', by: failures[0] ?? output.slice(-300), failures, seconds };
  }

  /** Builds what the window needs and a change made stale. */
  async build(): Promise<void> {
    const [status, output] = await this.run(['scripts/build.js'], 600, {});
    if (status !== 0) throw new Error(`The build failed: ${output}`);
  }

  /** Errors of the compiler, each as `path(line,column): message`. */
  async types(): Promise<string[]> {
    const [, output] = await this.run(
      ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false'],
      900,
      {},
    );
    return output.split('\n').filter(line => /^[^\s(]+\(\d+,\d+\): error/.test(line));
  }

  /** Exit status and output of Node; null if the run took longer than `limit` seconds. */
  private run(
    args: readonly string[],
    limit: number,
    env: NodeJS.ProcessEnv,
  ): Promise<[number | null, string]> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, {
        cwd: this.root,
        // A group of its own, so that workers that never return end with it.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          TMPDIR: join(this.folder, 'tmp'),
          ...env,
        },
      });
      let output = '';
      const keep = (chunk: Buffer) => {
        output = (output + chunk).slice(-20_000);
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      let late = false;
      this.end = () => {
        try {
          process.kill(-child.pid!, 'SIGKILL');
        } catch {
          // It has ended.
        }
      };
      const timer = setTimeout(() => {
        late = true;
        this.end();
      }, limit * 1000);
      child.once('error', reject);
      child.once('close', status => {
        clearTimeout(timer);
        this.end();
        this.end = () => undefined;
        resolve([late ? null : (status ?? 1), output]);
      });
    });
  }
}

export interface TestOptions {
  /** A pattern for the names of tests. */
  readonly name?: string;
  /** Time after which the run is ended. */
  readonly seconds: number;
  readonly projects?: readonly ('unit' | 'component' | 'e2e')[];
  /** Processes that run test files at the same time. */
  readonly workers?: number;
  /** Also after a failure. */
  readonly all?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The first failing test of each file that failed. */
function failuresIn(report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const begin = (text = '') => text.split('\n')[0]!.slice(0, 160);
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.find(({ status }) => status === 'failed');
      return failed
        ? `${name}: ${failed.fullName}: ${begin(failed.failureMessages?.[0])}`
        : `${name}: ${begin(message)}`;
    });
}
