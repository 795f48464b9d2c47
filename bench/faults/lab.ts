/** Runs an operation with a fault and checks what it leaves. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, run, stopClock, type Words } from './command.ts';
import type { Operation } from './operations.ts';
import { afterPowerCut, keepAll, type Loss, losses } from './power.ts';
import { type Call, callsIn, type Fault, patternOf, preloaded } from './preload.ts';
import { filesUnder, hasAsMany, isAlike, isPart, isSame, type State, stateOf } from './state.ts';

export interface LabOptions {
  /** An empty folder, without links in its path. */
  readonly folder: string;
  /** The library. */
  readonly library: string;
  /** Arguments of Node that run {@link runCommands} with the arguments that follow. */
  readonly driver: readonly string[];
}

interface Ended {
  readonly outcomes: readonly Outcome[];
  /** A status, or the name of a signal. */
  readonly end: number | string;
  /** On the standard error of the process: nothing. */
  readonly said: string;
}

interface Circumstances {
  /** The process was killed: it could not clear up. */
  readonly isSudden: boolean;
  /** A capture could not be read. */
  readonly isOfCapture?: boolean;
  /** A file could not be removed. */
  readonly isOfRemoval?: boolean;
  readonly isTriedAgain?: boolean;
}

/** Words by which a user sees the cause. */
const causes =
  /is full|permissions do not allow|check its permissions|too many files are open|error of the disk|disk reports an error/;
const isStack = /^\s+at |fault of the program|INTERNAL|FATAL/m;

export class Lab {
  private readonly under: string;
  private readonly before: string;
  private readonly synced: string;
  private readonly log: string;
  private commands: readonly Words[] = [];
  /** After each command; the first is before all. */
  private states: State[] = [];
  private between: State[] = [];
  /** Files that the operation leaves, or that are there before. */
  private known = new Set<string>();

  constructor(
    private readonly operation: Operation,
    private readonly options: LabOptions,
  ) {
    const { folder } = options;
    this.under = join(folder, 'under');
    this.before = join(folder, 'before');
    this.synced = join(folder, 'synced');
    this.log = join(folder, 'log');
    stopClock();
  }

  /** Learns what the operation does without a fault; returns its calls. */
  async prepare(): Promise<readonly Call[]> {
    const { operation, under } = this;
    process.env.AFTERTRACE_DATA = join(under, 'data');
    rmSync(this.before, { recursive: true, force: true });
    rmSync(under, { recursive: true, force: true });
    mkdirSync(join(under, 'data'), { recursive: true });
    await operation.prepare(under, (...words) => mustSucceed(words));
    renameSync(under, this.before);
    this.commands = operation.commands(under);
    this.reset();
    // An upgrade happens when the state is read.
    const names = filesUnder(under);
    this.states = [await stateOf(under)];
    this.reset();
    for (const words of this.commands) {
      await mustSucceed(words);
      const kept = join(this.options.folder, 'kept');
      rmSync(kept, { recursive: true, force: true });
      cpSync(under, kept, { recursive: true, preserveTimestamps: true });
      this.states.push(await stateOf(under));
      rmSync(under, { recursive: true });
      renameSync(kept, under);
    }
    this.known = new Set([...names, ...filesUnder(under)]);
    this.between = [];
    for (const words of operation.between?.(under) ?? []) {
      this.reset();
      await mustSucceed(words);
      this.between.push(await stateOf(under));
    }
    this.reset();
    const ended = await this.spawn({});
    if (ended.end !== 0 || ended.outcomes.length !== this.commands.length)
      throw new Error(`${operation.name} fails without a fault: ${JSON.stringify(ended)}`);
    const defects = await this.check(ended, { isSudden: false });
    if (defects.length > 0) throw new Error(`${operation.name} differs each time: ${defects.join('; ')}`);
    return callsIn(this.log);
  }

  /** Fails a call; returns what is wrong afterwards, a sentence each; null if there was no such call. */
  async fail(fault: Fault): Promise<readonly string[] | null> {
    this.reset();
    const ended = await this.spawn({ fault });
    const isIt = ({ call, file }: Call) => call === fault.call && patternOf(file) === fault.files;
    if (callsIn(this.log).filter(isIt).length < fault.at) return null;
    return this.check(ended, {
      isSudden: false,
      isOfCapture: fault.files.startsWith('captures/'),
      isOfRemoval: fault.call === 'remove',
    });
  }

  /** Kills the process at a call; null if it ended before. */
  async kill(at: number): Promise<readonly string[] | null> {
    this.reset();
    const ended = await this.spawn({ fault: { call: 'any', files: '*', at, error: 'kill' } });
    if (ended.end === 0) return null;
    return this.check(ended, { isSudden: true });
  }

  /** Cuts the power at a call, or at the end; returns what is wrong after each loss. */
  async cutPower(at: number | null, lost: readonly Loss[]): Promise<readonly string[]> {
    this.reset();
    keepAll(this.under, this.synced);
    const ended = await this.spawn({
      synced: this.synced,
      ...(at !== null && { fault: { call: 'any', files: '*', at, error: 'kill' } }),
    });
    const cut = join(this.options.folder, 'cut');
    const left = join(this.options.folder, 'left');
    rmSync(left, { recursive: true, force: true });
    renameSync(this.under, left);
    const defects: string[] = [];
    for (const each of lost) {
      rmSync(cut, { recursive: true, force: true });
      afterPowerCut(left, this.synced, each, cut);
      rmSync(this.under, { recursive: true, force: true });
      cpSync(cut, this.under, { recursive: true });
      // Where everything unsynced is lost, the operation is tried again.
      const found = await this.check(ended, { isSudden: true, isTriedAgain: each === losses[0] });
      defects.push(...found.map(defect => `without unsynced ${each}: ${defect}`));
    }
    rmSync(this.synced, { recursive: true });
    return defects;
  }

  private reset(): void {
    for (const path of [this.under, this.log]) rmSync(path, { recursive: true, force: true });
    cpSync(this.before, this.under, { recursive: true, preserveTimestamps: true });
  }

  private spawn({ fault, synced }: { fault?: Fault; synced?: string }): Promise<Ended> {
    const { driver, library } = this.options;
    const child = spawn(process.execPath, [...driver, JSON.stringify(this.commands)], {
      env: {
        ...process.env,
        ...preloaded(library, {
          under: this.under,
          log: this.log,
          ...(fault && { fault }),
          ...(synced !== undefined && { synced }),
        }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, said] = ['', ''];
    child.stdout.on('data', (data: Buffer) => {
      out += data;
    });
    child.stderr.on('data', (data: Buffer) => {
      said += data;
    });
    return new Promise(done =>
      child.on('close', (status, signal) => {
        const outcomes = out
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line) as Outcome);
        done({ outcomes, end: signal ?? status ?? -1, said });
      }),
    );
  }

  /** What is wrong, a sentence each. */
  private async check(
    { outcomes, end, said }: Ended,
    { isSudden, isOfCapture = false, isOfRemoval = false, isTriedAgain = true }: Circumstances,
  ): Promise<string[]> {
    const defects: string[] = [];
    if (!isSudden && end !== 0) defects.push(`the process ended with ${end}`);
    if (said !== '') defects.push(`it printed ${JSON.stringify(said.slice(0, 300))}`);
    const done = outcomes.filter(({ status }) => status === 0).length;
    const failed = outcomes.find(({ status }) => status !== 0);
    if (failed) {
      const text = failed.said.join('\n');
      if (failed.status !== 1 && failed.status !== 5) defects.push(`status ${failed.status}`);
      if (!causes.test(text)) defects.push(`no cause is said: ${JSON.stringify(text.slice(0, 300))}`);
      if (isStack.test(text)) defects.push(`a stack is printed: ${JSON.stringify(text.slice(0, 300))}`);
    }
    if (!isSudden && !isOfRemoval) defects.push(...this.leftIn().map(file => `${file} is left`));
    const isDone = done === this.commands.length;
    const last = this.states.at(-1)!;
    const allowed = isDone ? [last] : [this.states[done]!, ...this.between, this.states[done + 1]!];
    try {
      const found = await stateOf(this.under);
      // If only some captures can be read, they get other ids.
      if (!isOfCapture) defects.push(...differences(found, allowed, isSame));
      if (!isDone && isTriedAgain) {
        for (const words of this.commands.slice(done)) {
          const again = await run(words);
          if (again.status !== 0)
            defects.push(`${words[0]} fails afterwards: ${again.said.join(' ').slice(0, 300)}`);
        }
        const after = await stateOf(this.under);
        const isAsUsual = isOfCapture ? hasAsMany : isAlike;
        // What was uncertain may have been done twice.
        if (!this.operation.mayRepeat)
          defects.push(...differences(after, [last], isAsUsual).map(each => `afterwards ${each}`));
      }
      defects.push(...this.leftIn(isSudden || isOfRemoval).map(file => `${file} stays`));
    } catch (error) {
      defects.push(`it cannot be read afterwards: ${(error as Error).message}`);
    }
    return defects;
  }

  /**
   * Files that should not be there. A log is merged when its workspace is opened.
   *
   * @param isInterrupted what was being written may be left, but no log: the workspaces have been opened since
   */
  private leftIn(isInterrupted = false): string[] {
    return filesUnder(this.under).filter(
      file =>
        !this.known.has(file) &&
        !file.endsWith('.findings') &&
        !(file.endsWith('.wal') && !isInterrupted) &&
        !(isInterrupted && isPart(file)),
    );
  }
}

function differences(found: State, allowed: readonly State[], same: typeof isSame): string[] {
  const files = new Set([...found.keys(), ...allowed.flatMap(state => [...state.keys()])]);
  return [...files].flatMap(file => {
    const [content, possible] = [found.get(file), allowed.map(state => state.get(file))];
    if (possible.some(each => same(content, each))) return [];
    const lines = content?.filter((line, at) => !possible.some(each => each?.[at] === line)) ?? ['nothing'];
    return [`${file} is neither as before nor as after: ${lines.join(', ').slice(0, 300)}`];
  });
}

async function mustSucceed(words: Words): Promise<void> {
  const { status, said } = await run(words);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${said.join(' ')}`);
}
