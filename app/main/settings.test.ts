import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choices, settingsIn } from '../settings.ts';
import { Settings } from './settings.ts';

describe('Settings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps settings between runs', () => {
    const settings = Settings.load(folder);
    settings.set({ theme: 'light', bounds: { x: 1, y: 2, width: 800, height: 600 } });
    settings.remember('/a');
    settings.remember('/b');
    settings.remember('/a');
    expect(Settings.load(folder).values).toMatchObject({
      theme: 'light',
      recent: ['/a', '/b'],
      bounds: { x: 1, y: 2, width: 800, height: 600 },
      maximized: false,
    });
  });

  it('uses the defaults if the file is damaged', () => {
    writeFileSync(join(folder, 'settings.json'), '{"theme": "dark", "recent": 7, "bounds": {"x": "left"}');
    expect(Settings.load(folder).values.theme).toBe('system');
    writeFileSync(join(folder, 'settings.json'), '{"theme": "dark", "recent": 7, "bounds": {"x": "left"}}');
    expect(Settings.load(folder).values).toMatchObject({ theme: 'dark', recent: [], bounds: null });
  });

  it('takes no value that a setting does not declare', () => {
    for (const theme of ['blue', 'toString', '__proto__', 7, null])
      expect(settingsIn({ theme }).theme).toBe('system');
    expect(choices.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['theme-dark', 'theme-light', 'theme-system']),
    );
  });

  it('limits the list of recently opened paths', () => {
    const settings = Settings.load(folder);
    for (let i = 0; i < 40; i++) settings.remember(`/capture-${i}`);
    expect(settings.values.recent).toHaveLength(12);
    expect(settings.values.recent[0]).toBe('/capture-39');
  });
});
