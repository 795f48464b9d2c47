/** Where menus are put: a landmark of the page, so that nothing stands outside of one. */
export const menus = (): HTMLElement | null => document.getElementById('menus');
