import type { Theme } from '../shell.ts';

let begun: Theme = 'system';

/**
 * Has the menus of Linux drawn in the theme that was chosen: GTK draws them, asks for no theme of a program, and reads its own from
 * the environment, once, before the program is ready. So they follow a change at the next start.
 */
export function themeMenus(theme: Theme): void {
  begun = theme;
  if (process.platform === 'linux' && theme !== 'system')
    process.env.GTK_THEME ??= theme === 'dark' ? 'Adwaita:dark' : 'Adwaita';
}

/** True if menus follow this theme. */
export const menusHave = (theme: Theme): boolean => process.platform !== 'linux' || theme === begun;
