/** True if nothing has the focus, or only the panel of a view as a whole. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches('.view');
}

/** True if some text of the page is selected for copying. */
export const hasTextSelection = (): boolean => !(getSelection()?.isCollapsed ?? true);

/** The item of a list that has the focus, as text with tabs between its parts; null if none. */
export function focusedItem(): string | null {
  const { activeElement } = document;
  const named = activeElement?.getAttribute('aria-activedescendant');
  const at = named ? document.getElementById(named) : activeElement;
  const item = at?.closest('li, dd, [role="option"], [role="treeitem"]');
  if (!item) return null;
  const parts = (element: Element): readonly string[] => {
    if (element.matches('[aria-hidden="true"], kbd')) return [];
    const isOne = [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    return isOne || element.children.length === 0
      ? [element.textContent?.trim() ?? '']
      : [...element.children].flatMap(parts);
  };
  return parts(item).filter(Boolean).join('\t') || null;
}

/** Removes the focus, so that the next view can take it. */
export function freeFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The parts of the window from top left to bottom right. */
const parts = [
  '.scope-bar',
  '.captures',
  '.timeline',
  '.tab-bar',
  '.view[data-state="active"]',
  '.inspector',
];
const takesFocus = '.grid, button:not(:disabled), input, select, [tabindex="0"]';

/** Moves the focus into the next part of the window that can have it. */
export function focusNextPart(): void {
  const shown = parts.flatMap(part => document.querySelector<HTMLElement>(part) ?? []);
  const at = shown.findIndex(part => part.contains(document.activeElement));
  const first = (part: HTMLElement) =>
    [...part.querySelectorAll<HTMLElement>(takesFocus)].find(each => each.offsetParent && each.tabIndex >= 0);
  for (let i = 1; i <= shown.length; i++) {
    const next = first(shown[(at + i) % shown.length]!);
    if (!next) continue;
    next.focus();
    return;
  }
}
