import { ContextMenu, DropdownMenu } from 'radix-ui';
import { useLayoutEffect } from 'react';
import { menus } from './menus.ts';

/** The list of a menu that a button opens. */
export function DropdownContent({
  className = '',
  children,
  ...rest
}: DropdownMenu.DropdownMenuContentProps) {
  return (
    <DropdownMenu.Portal container={menus()}>
      <DropdownMenu.Content className={`menu ${className}`} onCloseAutoFocus={keepFocus} {...rest}>
        <ReturnFocus />
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}

/** The list of a context menu. */
export function ContextContent({ className = '', children, ...rest }: ContextMenu.ContextMenuContentProps) {
  return (
    <ContextMenu.Portal container={menus()}>
      <ContextMenu.Content className={`menu ${className}`} onCloseAutoFocus={keepFocus} {...rest}>
        <ReturnFocus />
        {children}
      </ContextMenu.Content>
    </ContextMenu.Portal>
  );
}

/**
 * Returns the focus at the moment its menu closes. Radix does so in a later task, and a key pressed before that is lost,
 * or the focus is taken from what the key has opened: see {@link keepFocus}.
 */
function ReturnFocus() {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    return () => {
      if (focused instanceof HTMLElement && menus()?.contains(document.activeElement))
        focused.focus({ preventScroll: true });
    };
  }, []);
  return null;
}

/** What has the focus by now keeps it. */
function keepFocus(event: Event): void {
  if (document.activeElement !== document.body) event.preventDefault();
}
