/** Something the window can do: the palette, the menu, the keys and the list of keys all come from here. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** As `KeyboardEvent.key`, with `Ctrl+` for Ctrl or Command. */
  readonly keys?: string;
  run(): void;
}

/** The command a key press means, if any. */
export function commandFor(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  const isCtrl = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  const pressed = `${isCtrl ? 'Ctrl+' : ''}${isCtrl && event.shiftKey ? 'Shift+' : ''}${event.key}`;
  return commands.find(command => command.keys === pressed);
}

/** Keys as people write them: `Ctrl+K`. */
export function writtenKeys(keys: string): string {
  return keys === 'Escape'
    ? 'Esc'
    : keys.replace(/^Ctrl\+([a-z])$/, (_, key: string) => `Ctrl+${key.toUpperCase()}`);
}
