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
  /** The same for each test that failed. */
  readonly failures: readonly Failure[];
  readonly seconds: number;
}

export interface Failure {
  /** `file: name`, or the file, if it failed outside of a test. */
  readonly test: string;
  /** The begin of its message. */
  readonly message: string;
}

const textOf = ({ test, message }: Failure): string => `${test}: ${message}`;

/** Not copied: what is large, or made again. */
const left = new Set(['.git', '.runtime', '.tsbuild', 'build', 'node_modules', 'test-results']);

export class Tree {
  readonly root: string;
  /** Tests that fail without a fault, and so find nothing. */
  red: ReadonlySet<string> = new Set();
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

  /** Runs tests until the first one fails that is not {@link red}. */
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
    if (!all) args.push(`--bail=${this.red.size + 1}`);
    if (name) args.push('-t', name);
    const begin = performance.now();
    const [status, output] = await this.run([...args, ...tests], limit, env);
    const seconds = (performance.now() - begin) / 1000;
    if (status === 0) return { found: 'no', by: '', failures: [], seconds };
    if (status === null) return { found: 'time', by: `not ended after ${limit} s`, failures: [], seconds };
    if (!existsSync(report)) return { found: 'test', by: output.slice(-300), failures: [], seconds };
    const failed = failuresIn(report).map(({ test, message }) => ({
      test: relativeTo(this.root, test),
      message: relativeTo(this.root, message),
    }));
    const failures = failed.filter(({ test }) => !this.red.has(test));
    const [first] = failures;
    return { found: first ? 'test' : 'no', by: first ? textOf(first) : '', failures, seconds };
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

/** The tests that failed; of a file that failed outside of a test, the file. */
function failuresIn(report: string): Failure[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const begin = (text = '') => text.split('\n')[0]!.slice(0, 160);
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ test: name, message: begin(message) }];
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${name}: ${fullName}`,
        message: begin(failureMessages?.[0]),
      }));
    });
}
