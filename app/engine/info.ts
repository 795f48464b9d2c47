/** Records of the workspace as callers see them, under the contract's names. */

import {
  type CaptureNames,
  captureNames,
  clockSentence,
  guessedBy,
} from '../../workspace/clocks/clock-words.ts';
import { type CaptureRecord, isTableCapture, rowsIn, span } from '../../workspace/store/captures.ts';
import { guessedParts, isNumbered, lacksYear, partsSetByHand } from '../../workspace/store/clock-facts.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CaptureInfo, ClockInfo, WorkspaceInfo } from '../contract.ts';
import { unreadFrom, unreadKey } from './unread.ts';

export async function workspaceInfo(
  workspace: Workspace,
  titleOf: (format: string) => string,
): Promise<WorkspaceInfo> {
  const captures = await workspace.captures();
  const spans = captures.flatMap(capture => span(capture) ?? []);
  const from = spans.reduce<bigint | null>(
    (min, each) => (min === null || each.from < min ? each.from : min),
    null,
  );
  const to = spans.reduce<bigint | null>(
    (max, each) => (max === null || each.to > max ? each.to : max),
    null,
  );
  return {
    path: workspace.path,
    revision: workspace.revision,
    captures: captures.map(capture => captureInfo(capture, captureNames(captures), titleOf)),
    rows: rowsIn(captures),
    span: from === null || to === null ? null : { from, to },
    ownStart: captures.reduce<bigint | null>((min, { clock, firstTs }) => {
      if (clock.utcOffset !== null || firstTs === null) return min;
      const start = clock.zero + firstTs;
      return min === null || start < min ? start : min;
    }, null),
    unread: unreadFrom(await workspace.setting(unreadKey)),
    removed: workspace.removed.map(({ id, name }) => ({ id, name })),
    isOwing: (await workspace.owed()).length > 0,
    clockChange: (await workspace.clockHistory()).at(-1)?.what ?? null,
  };
}

/** @param names of all captures of the workspace */
export function captureInfo(
  capture: CaptureRecord,
  names: CaptureNames,
  titleOf: (format: string) => string,
): CaptureInfo {
  const interval = span(capture);
  const { firstTs, lastTs } = capture;
  return {
    id: capture.id,
    name: capture.name,
    path: capture.path,
    format: capture.format,
    formatTitle: titleOf(capture.format),
    confidence: capture.confidence,
    status: capture.status,
    reason: capture.reason,
    bytes: capture.bytes,
    start: interval?.from ?? null,
    end: interval?.to ?? null,
    duration: firstTs === null || lastTs === null ? null : Number(lastTs - firstTs),
    host: capture.host,
    os: capture.os,
    cpus: capture.cpus,
    command: capture.command,
    clock: clockInfo(capture, names),
    unit: capture.unit,
    size: capture.size,
    used: capture.used,
    blank: capture.blank,
    skipped: capture.skipped,
    rows: capture.rows,
    problems: capture.problems,
    table: isTableCapture(capture) ? (capture.facts.table === undefined ? 'found' : 'given') : null,
  };
}

function clockInfo(capture: CaptureRecord, names: CaptureNames): ClockInfo {
  const { clock } = capture;
  return {
    domain: clock.domain,
    zone: clock.zone,
    source: clockSentence(clock, names),
    guess: capture.clockGuess,
    by: capture.clockGuess ? guessedBy(clock.facts, names) : null,
    aligned: clock.utcOffset !== null,
    error: capture.clockError,
    lacksYear: lacksYear(clock),
    numbered: isNumbered(clock),
    isChanged: capture.clockAsRead !== null,
    shifted: clock.facts.shifted,
    drift: clock.facts.drift,
    guessed: guessedParts(clock.facts),
    setByHand: partsSetByHand(clock.facts),
  };
}
