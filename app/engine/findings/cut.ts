/**
 * Cuts a workspace down to the rows that its findings need. No question states which rows it reads: a
 * thread's state may have begun before the scope, a counter's rate needs the value before. So the smallest
 * range is tried first: every question is asked again of the cut workspace, and evidence whose answer differs
 * gets a wider range.
 */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ask } from '../../../analyzers/contract.ts';
import { difference } from '../../../analyzers/findings/compare.ts';
import type { Evidence, Finding } from '../../../analyzers/findings/finding.ts';
import { removeWorkspace } from '../../../workspace/database/temporary.ts';
import type { KeptCapture } from '../../../workspace/findings/cut.ts';
import type { CaptureRecord } from '../../../workspace/store/captures.ts';
import { Workspace } from '../../../workspace/workspace.ts';
import type { CutReport, Progress } from '../../contract.ts';
import { askingOf } from '../asking.ts';
import { Memo } from '../memo.ts';
import { type Checked, sourcesNow } from './check.ts';
import { WorkspaceFindings } from './findings.ts';

interface Source {
  readonly workspace: Workspace;
  readonly ask: Ask;
  readonly version: string;
}

interface Options {
  readonly memory: number | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Rows kept for a piece of evidence: `range`, its range; `wider`, also as much before and after; `captures`,
 * its captures whole; `all`, all captures.
 */
const levels = { range: 0, wider: 1, captures: 2, all: 3 } as const;

/** ns kept on either side of a line that a finding marks. */
const aroundLine = 1_000_000_000n;

type Range = KeptCapture['range'];

/** Ranges to keep, by capture id; a null range is the whole capture. */
type Wanted = Map<number, Range[]>;

export async function cutDown(
  { workspace, ask, version }: Source,
  path: string,
  { memory, onProgress }: Options,
): Promise<CutReport> {
  const began = process.hrtime.bigint();
  const progress = (activity: string) => (files: number, totalFiles: number) =>
    onProgress({
      what: activity,
      bytes: 0,
      totalBytes: null,
      rows: 0,
      files,
      totalFiles,
      elapsed: Number(process.hrtime.bigint() - began),
    });
  return workspace.withOutputs({ cancel: ask.cancel, isWorkspace: true }, outputs =>
    workspace.unchanged(async () => {
      const original = new WorkspaceFindings(workspace, version);
      const { findings } = await original.document();
      const records = await workspace.captures();
      const answers = await original.answers(ask, progress('asking for evidence'));
      let made: Omit<CutReport, 'path'> = { bytes: 0, evidence: answers.size, captures: [] };
      await outputs.write(path, async part => {
        const level = new Map([...answers.keys()].map(id => [id, levels.range as number]));
        for (let more: readonly number[] | null = null; more === null || more.length > 0; ) {
          removeWorkspace(part);
          const kept = keptOf(await wantedBy(ask, findings, records, level), records);
          await workspace.exportSubset(part, kept);
          const checking = progress('asking for it in what was cut');
          const cutAnswers = await answersIn(part, ask, version, memory, checking);
          more = differingIn(answers, cutAnswers).filter(id => (level.get(id) ?? levels.all) < levels.all);
          for (const id of more) level.set(id, (level.get(id) ?? 0) + 1);
          const captures = kept.map(({ capture, range }) => ({
            name: capture.name,
            isWhole: range === null,
          }));
          made = { ...made, bytes: statSync(part).size, captures };
        }
      });
      return { path: resolve(path), ...made };
    }),
  );
}

async function answersIn(
  path: string,
  { cancel }: Ask,
  version: string,
  memory: number | undefined,
  onChecked: (checked: number, total: number) => void,
): Promise<ReadonlyMap<number, Checked>> {
  const workspace = await Workspace.open(path, memory === undefined ? {} : { memory });
  try {
    const ask = askingOf(workspace, cancel, new Memo(memoLimit));
    return await new WorkspaceFindings(workspace, version).answers(ask, onChecked);
  } finally {
    await workspace.close();
  }
}

const memoLimit = 256 * 2 ** 20;

function differingIn(
  answers: ReadonlyMap<number, Checked>,
  cutAnswers: ReadonlyMap<number, Checked>,
): readonly number[] {
  return [...answers].flatMap(([id, one]) => {
    const other = cutAnswers.get(id);
    if (other?.check.result !== one.check.result) return [id];
    const isSame = one.now === null || (other.now !== null && difference(one.now, other.now) === null);
    return isSame ? [] : [id];
  });
}

async function wantedBy(
  ask: Ask,
  findings: readonly Finding[],
  records: readonly CaptureRecord[],
  level: ReadonlyMap<number, number>,
): Promise<Wanted> {
  const ranges: Wanted = new Map();
  const want = (capture: number, range: Range) => {
    ranges.set(capture, [...(ranges.get(capture) ?? []), range]);
  };
  for (const { evidence, marks } of findings) {
    for (const each of evidence) {
      const at = level.get(each.id) ?? levels.range;
      const sources = sourcesNow(each, records);
      for (const record of records) {
        if (at === levels.all) want(record.id, null);
        else if (sources.has(record.id))
          want(record.id, at === levels.captures ? null : rangeIn(record, each, at));
      }
    }
    for (const mark of marks)
      if (mark.kind === 'line' && records.some(({ id }) => id === mark.capture))
        want(mark.capture, await rangeOfLine(ask, mark.capture, mark.line));
  }
  return ranges;
}

/** The range of evidence on a capture's own clock; null for the whole capture. */
function rangeIn({ clock }: CaptureRecord, { scope }: Evidence, level: number): Range {
  const { from, to } = scope;
  if (from === undefined || to === undefined || clock.utcOffset === null) return null;
  const zero = clock.zero + clock.utcOffset;
  const margin = level === levels.wider ? to - from : 0n;
  return { from: from - zero - margin, to: to - zero + margin };
}

async function rangeOfLine({ query }: Ask, capture: number, line: number): Promise<Range> {
  const found = await query.columns(
    `SELECT ts::BIGINT AS ts FROM event WHERE capture = ${Math.trunc(capture)} AND ts IS NOT NULL
       AND line <= ${Math.trunc(line)} AND ${Math.trunc(line)} < line + greatest(coalesce(lines, 1), 1) ORDER BY line DESC LIMIT 1`,
  );
  const ts = found.wides('ts')[0];
  return ts === undefined ? null : { from: ts - aroundLine, to: ts + aroundLine };
}

/** Merges the ranges of each capture: from the beginning of the first to the end of the last. */
function keptOf(wanted: Wanted, records: readonly CaptureRecord[]): readonly KeptCapture[] {
  return records.flatMap(capture => {
    const ranges = wanted.get(capture.id);
    if (!ranges) return [];
    const range = ranges.reduce<Range>(both, ranges[0] ?? null);
    const { firstTs, lastTs } = capture;
    const isAll =
      range === null ||
      capture.clock.facts.drift !== 0 ||
      firstTs === null ||
      lastTs === null ||
      (range.from <= firstTs && range.to > lastTs);
    return [{ capture, range: isAll ? null : range }];
  });
}

/** The range that spans both; null (the whole capture) if either is null. */
function both(one: Range, other: Range): Range {
  if (!one || !other) return null;
  const [[from], [, to]] = [ends(one.from, other.from), ends(one.to, other.to)];
  return { from, to };
}

const ends = (one: bigint, other: bigint): readonly [least: bigint, most: bigint] =>
  one < other ? [one, other] : [other, one];
