import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

describe('the theme that was chosen', () => {
  let window: TestWindow;
  afterEach(() => window.close());

  const native = () =>
    window.app.evaluate(({ nativeTheme, BrowserWindow }) => ({
      isDark: nativeTheme.shouldUseDarkColors,
      source: nativeTheme.themeSource,
      background: BrowserWindow.getAllWindows()[0]!.getBackgroundColor(),
    }));

  /** Brightness of the menu bar on the screen, 0 to 255; most of it is background. */
  const menuBrightness = () =>
    window.app.evaluate(async ({ BrowserWindow, desktopCapturer, screen }) => {
      const [shown] = BrowserWindow.getAllWindows();
      const { size } = screen.getPrimaryDisplay();
      const [source] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: size });
      const { x, y, width } = shown!.getBounds();
      const bar = source!.thumbnail.crop({ x: x + Math.round(width / 2), y: y + 8, width: 4, height: 4 });
      const [blue, green, red] = bar.toBitmap();
      return (blue! + green! + red!) / 3;
    });

  it('applies to the page, to the native parts of the window, and after a restart to the menus', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'aftertrace-theme-'));
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ theme: 'light' }));
    window = await TestWindow.open([], { folder });
    const isLinux = process.platform === 'linux';
    if (isLinux) await expect.poll(menuBrightness).toBeGreaterThan(200);
    for (const theme of ['Dark', 'Light', 'Dark'] as const) {
      await window.setTheme(theme);
      const isDark = theme === 'Dark';
      await expect
        .poll(native)
        .toEqual({ isDark, source: theme.toLowerCase(), background: isDark ? '#0E1116' : '#F6F7F9' });
    }
    // GTK does not change its theme while the program runs.
    if (isLinux) await seen(window.page.getByText('The menus change at the next start.'));
    await window.quit();
    window = await TestWindow.open([], { folder });
    expect(await native()).toMatchObject({ isDark: true, source: 'dark' });
    if (isLinux) await expect.poll(menuBrightness).toBeLessThan(100);
  });
});
