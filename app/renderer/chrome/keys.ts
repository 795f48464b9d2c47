/** Something the window can do: the palette, the menu, the keys and the list of keys all come from here. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /**
   * As `KeyboardEvent.key`, with `Ctrl+` for Ctrl or Command. Two keys one after the other stand with a space between:
   * `v f`. The first of them is no command by itself.
   */
  readonly keys?: string;
  run(): void;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

function pressedKey(event: Pressed): string | null {
  const isCtrl = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  return `${isCtrl ? 'Ctrl+' : ''}${isCtrl && event.shiftKey ? 'Shift+' : ''}${event.key}`;
}

/** Finds the command that keys mean, and knows when the first key of two was pressed. */
export class KeyReader {
  private first: string | null = null;

  constructor(private readonly commands: readonly Command[]) {}

  /** The key before was the first of two: the next is no one else's. */
  get isWaiting(): boolean {
    return this.first !== null;
  }

  /** The command, `waiting` after the first key of two; undefined where the key means nothing. */
  press(event: Pressed): Command | 'waiting' | undefined {
    // Shift is pressed before the letter it belongs to.
    if (event.key === 'Shift') return this.isWaiting ? 'waiting' : undefined;
    const key = pressedKey(event);
    const { first } = this;
    this.first = null;
    if (key === null) return undefined;
    if (first !== null) return this.commands.find(({ keys }) => keys === `${first} ${key}`);
    const command = this.commands.find(({ keys }) => keys === key);
    if (command || !this.commands.some(({ keys }) => keys?.startsWith(`${key} `))) return command;
    this.first = key;
    return 'waiting';
  }
}

/** Keys as people write them: `Ctrl+K`. */
export function writtenKeys(keys: string): string {
  return keys === 'Escape'
    ? 'Esc'
    : keys.replace(/^Ctrl\+([a-z])$/, (_, key: string) => `Ctrl+${key.toUpperCase()}`);
}
