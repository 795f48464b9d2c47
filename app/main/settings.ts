import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SettingValues, settingsIn } from '../settings.ts';

export interface Values extends SettingValues {
  /** Latest first. */
  readonly recent: readonly string[];
  readonly bounds: Bounds | null;
  readonly maximized: boolean;
}

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const defaults: Values = { ...settingsIn({}), recent: [], bounds: null, maximized: false };
const recentLimit = 12;

/** Settings kept between runs: one small JSON file in the user's own folder. */
export class Settings {
  private constructor(
    private readonly file: string,
    private current: Values,
  ) {}

  static load(folder: string): Settings {
    const file = join(folder, 'settings.json');
    return new Settings(file, read(file));
  }

  get values(): Values {
    return this.current;
  }

  set(change: Partial<Values>): void {
    this.current = { ...this.current, ...change };
    mkdirSync(join(this.file, '..'), { recursive: true });
    // Written to a temporary file and renamed, so that a crash cannot leave a partial file.
    writeFileSync(`${this.file}.new`, JSON.stringify(this.current, null, 2));
    renameSync(`${this.file}.new`, this.file);
  }

  remember(path: string): readonly string[] {
    this.set({ recent: [path, ...this.current.recent.filter(each => each !== path)].slice(0, recentLimit) });
    return this.current.recent;
  }
}

/** Reads the settings; parts that are missing or invalid get their defaults. */
function read(file: string): Values {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return defaults;
  }
  if (typeof raw !== 'object' || raw === null) return defaults;
  const { recent, bounds, maximized, ...others } = raw as Record<string, unknown>;
  return {
    ...settingsIn(others),
    recent: Array.isArray(recent) ? recent.filter(each => typeof each === 'string') : [],
    bounds: isBounds(bounds) ? bounds : null,
    maximized: maximized === true,
  };
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height } = value as Record<string, unknown>;
  return [x, y, width, height].every(Number.isFinite);
}
