/**
 * Idle samples: those of the idle task outside of interrupts, and those of a program that had nothing to do. They are no
 * work, so questions leave them out unless `Scope.withIdle` is set. A sample without a thread is idle if its stack ends
 * in the idle loop.
 */

import type { Ask, Note } from '../contract.ts';
import { counted, listed, percent } from '../kit/answer.ts';
import { threadFacts } from '../kit/catalog.ts';
import { note } from '../kit/notes.ts';
import type { Functions } from '../stacks/functions.ts';
import { isKernel } from '../stacks/grouping.ts';
import { stackTree } from '../stacks/tree.ts';
import { type IdleRule, idleRules, isIdleMark } from './idle-rules.ts';

export interface IdleSamples {
  /** A SELECT of all rows of `sample` but the idle ones. */
  readonly others: string;
  /** SQL over `sample s`: true for idle samples. */
  readonly where: string;
}

/** SQL that selects idle samples; null if the workspace has none. */
export function idleSamples(ask: Ask): Promise<IdleSamples | null> {
  return ask.memo('idle', async () => {
    const idle: number[] = [];
    const nameless: number[] = [];
    for (const each of await threadFacts(ask)) {
      if (idleRules.some(rule => rule.isIdleThread(each))) idle.push(each.id);
      else if (each.process === null && each.tid < 0) nameless.push(each.id);
    }
    const ofIdle = idle.length > 0 ? `s.thread IN (${idle.join(', ')})` : 'false';
    const ofNobody = [
      's.thread IS NULL',
      ...(nameless.length > 0 ? [`s.thread IN (${nameless.join(', ')})`] : []),
    ];
    const stacks = await stackKinds(ask);
    const [stacksOfIdle, stacksOfNobody] = [
      await stacksWhere(ask, ofIdle),
      await stacksWhere(ask, `(${ofNobody.join(' OR ')})`),
    ];
    const served = stacksOfIdle.filter(stack => stack >= 0 && stacks.hasInterrupt(stack));
    const waiting = stacksOfNobody.filter(stack => stack >= 0 && stacks.isWaiting(stack));
    const marked = stacks.marked();
    if (served.length === stacksOfIdle.length && waiting.length + marked.length === 0)
      return { value: null, bytes: 8 };

    // Three SELECTs, so that stacks are looked up for few rows: as alternatives of one WHERE, DuckDB looked
    // them up for all, which took three times as long as adding up 10 M samples.
    const ofServed = `s.stack IN (${listSql(served)})`;
    const ofWaiting = `s.stack IN (${listSql(waiting)})`;
    const others = [...idle, ...nameless];
    const parts = [
      others.length > 0 ? `s.thread NOT IN (${others.join(', ')})` : 's.thread IS NOT NULL',
      ...(served.length > 0 ? [`${ofIdle} AND ${ofServed}`] : []),
      ...(stacksOfNobody.length > 0
        ? [
            `(${ofNobody.join(' OR ')})${waiting.length > 0 ? ` AND (s.stack IS NULL OR NOT ${ofWaiting})` : ''}`,
          ]
        : []),
    ];
    const unmarked = parts.map(part => `SELECT * FROM sample s WHERE ${part}`).join(' UNION ALL ');
    const ofMarked = `s.stack IN (${listSql(marked)})`;
    const value = {
      others:
        marked.length > 0
          ? `SELECT * FROM (${unmarked}) s WHERE s.stack IS NULL OR NOT ${ofMarked}`
          : unmarked,
      where: [
        `(${ofIdle}${served.length > 0 ? ` AND (s.stack IS NULL OR NOT ${ofServed})` : ''})`,
        ...(waiting.length > 0 ? [`((${ofNobody.join(' OR ')}) AND ${ofWaiting})`] : []),
        ...(marked.length > 0 ? [ofMarked] : []),
      ].join(' OR '),
    };
    return { value, bytes: 4 * (value.others.length + value.where.length) };
  });
}

const listSql = (ids: readonly number[]) => `SELECT unnest([${ids.join(', ')}]::INTEGER[])`;

/** Distinct stacks of these samples; -1 is no stack. */
async function stacksWhere(ask: Ask, where: string): Promise<number[]> {
  if (where === 'false') return [];
  const result = await ask.query.columns(
    `SELECT DISTINCT s.stack::INTEGER AS stack FROM sample s WHERE ${where}`,
    [],
    ask.cancel,
  );
  return [...result.ints('stack')];
}

/** Classifies each stack by the functions on it: idle, working, or in an interrupt. */
async function stackKinds(ask: Ask) {
  const { parent, frame, frames, symbols, modules } = await stackTree(ask);
  const is = (matches: (rule: IdleRule, symbol: string) => boolean) => {
    const flags = symbols.map(symbol => idleRules.some(rule => matches(rule, symbol)));
    return (stack: number) => flags[frames.symbol[frame[stack]!]!] === true;
  };
  const isInterrupt = is((rule, symbol) => rule.isInterrupt(symbol));
  const isIdle = is((rule, symbol) => rule.isIdle(symbol));
  return {
    /** Stacks whose leaf says that the program had nothing to do. */
    marked(): number[] {
      const marks = Array.from(frames.symbol, (symbol, at) =>
        isIdleMark(symbols[symbol]!, modules[frames.module[at]!]!),
      );
      return marks.includes(true) ? [...frame.keys()].filter(stack => marks[frame[stack]!] === true) : [];
    },
    hasInterrupt(stack: number): boolean {
      for (let at = stack; at >= 0; at = parent[at]!) if (isInterrupt(at)) return true;
      return false;
    },
    /** True if the stack ends in the idle loop, and not in an interrupt that arrived there. */
    isWaiting(stack: number): boolean {
      for (let at = stack; at >= 0 && !isInterrupt(at); at = parent[at]!)
        if (isIdle(at) && isKernel(modules[frames.module[frame[at]!]!]!)) return true;
      return false;
    },
  };
}

export interface LeftOut {
  readonly samples: number;
  /** Number of these samples that have no stack. */
  readonly withoutStack: number;
}

/** A note on how many of `total` samples were left out, and how to include them. `kind` is null for all kinds. */
export function idleNote({ samples, withoutStack }: LeftOut, total: number, kind: string | null): Note[] {
  if (samples === 0) return [];
  const share = percent(samples, total);
  const unknown =
    withoutStack > 0
      ? ` ${counted(withoutStack)} of them have no stack, so that interrupts among them are not recognised.`
      : '';
  return [
    note(
      'idle-left-out',
      `Idle samples are left out: ${counted(samples)} of ${counted(total)} ${kind === null ? '' : `${kind} `}samples (${Number(share.toPrecision(3))} %) were taken while nothing ran.${unknown}`,
      { samples, of: total, percent: share, withoutStack, ...(kind !== null && { kind }) },
      { option: 'with-idle', does: 'counts them' },
    ),
  ];
}

/** A note that names the idle tasks, if idle samples are counted. */
export function idleProcessNote(processes: Iterable<string | null>): Note[] {
  const idle = [...new Set(processes)].filter(
    process => process !== null && idleRules.some(rule => rule.isIdleThread({ process, pid: -1, tid: -1 })),
  );
  return idle.map(process =>
    note('idle-process', `${process} is the idle task: its share is time that no process used.`, {
      process: process!,
    }),
  );
}

/** A note that names the idle functions with 1 % of `whole` or more. */
export function idleFunctionNote(
  { names, modules, name, module }: Functions,
  self: Float64Array,
  whole: number,
): Note[] {
  const found: string[] = [];
  self.forEach((weight, func) => {
    if (weight === 0 || weight < whole / 100) return;
    const symbol = names[name[func]!]!;
    if (isKernel(modules[module[func]!]!) && idleRules.some(rule => rule.isIdle(symbol))) found.push(symbol);
  });
  return found.length > 0
    ? [note('idle-functions', `CPUs with nothing to run wait in ${listed(found)}.`, { functions: found })]
    : [];
}
