/** What arrives from a caller, checked and turned into what the workspace and the questions take. */
import type { Scope } from '../../analyzers/contract.ts';
import type { ClockChange as WorkspaceClockChange } from '../../workspace/clock.ts';
import type { ImportRequest as WorkspaceImportRequest } from '../../workspace/import/request.ts';
import type { ClockChange, ImportRequest, WireScope } from '../contract.ts';
import { EngineError } from './errors.ts';

export function scopeFromWire({ from, to, ...rest }: WireScope): Scope {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: wide(from, 'from') }),
    ...(to === undefined ? {} : { to: wide(to, 'to') }),
  };
}

export function importFromWire({ offset, start, table: _, ...rest }: ImportRequest): WorkspaceImportRequest {
  return {
    ...rest,
    ...(offset === undefined ? {} : { offset: wide(offset, 'offset') }),
    ...(start === undefined ? {} : { start: wide(start, 'start') }),
  };
}

export function clockFromWire(change: ClockChange): WorkspaceClockChange {
  if ('zone' in change || 'year' in change) return change;
  if ('shift' in change) return { shift: wide(change.shift, 'shift') };
  return { ...change, start: wide(change.start, 'start') };
}

function wide(text: string, name: string): bigint {
  if (!/^-?\d+$/.test(text)) {
    throw new EngineError('bad-request', `${name} must be a whole number of nanoseconds, not "${text}".`);
  }
  return BigInt(text);
}
