import type { Format } from '../contract.ts';
import { C2cReader } from './c2c.ts';
import { perfC2cEntry, perfLockEntry, perfReportEntry } from './entry.ts';
import { LockReader } from './lock.ts';
import { ReportReader } from './report.ts';

export const perfReport: Format = {
  ...perfReportEntry,
  open: (out, options) => new ReportReader(out, options),
};

export const perfLock: Format = {
  ...perfLockEntry,
  open: (out, options) => new LockReader(out, options),
};

export const perfC2c: Format = {
  ...perfC2cEntry,
  open: (out, options) => new C2cReader(out, options),
};
