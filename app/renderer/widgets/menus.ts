/** Container of menus, which is a landmark, because all content must be in one. */
export const menus = (): HTMLElement | null => document.getElementById('menus');
