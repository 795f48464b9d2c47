import type { Theme } from '../shell.ts';

let initialTheme: Theme = 'system';

/**
 * Sets the theme of menus on Linux. GTK draws them, and reads its theme only once, from the environment, before the program
 * is ready. So a change applies from the next start.
 */
export function themeMenus(theme: Theme): void {
  initialTheme = theme;
  if (process.platform === 'linux' && theme !== 'system')
    process.env.GTK_THEME ??= theme === 'dark' ? 'Adwaita:dark' : 'Adwaita';
}

/** True if menus follow this theme. */
export const menusHave = (theme: Theme): boolean => process.platform !== 'linux' || theme === initialTheme;
