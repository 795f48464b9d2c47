/** Something the window can do: the palette, the menu, the keys and the list of keys all come from here. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /**
   * As `KeyboardEvent.key`, with `Ctrl+` for Ctrl or Command, or `Alt+`. Two keys one after the other stand with a space between:
   * `v f`. The first of them is no command by itself.
   */
  readonly keys?: string;
  /** Other keys for the same. */
  readonly also?: readonly string[];
  /** While a dialog is open, too. */
  readonly everywhere?: boolean;
  run(): void;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

function pressedKey(event: Pressed): string {
  const isCtrl = event.ctrlKey || event.metaKey;
  const isHeld = isCtrl || event.altKey;
  return `${isCtrl ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${isHeld && event.shiftKey ? 'Shift+' : ''}${event.key}`;
}

const means = ({ keys, also = [] }: Command, key: string): boolean => keys === key || also.includes(key);

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
    if (first !== null) return this.commands.find(command => means(command, `${first} ${key}`));
    const command = this.commands.find(each => means(each, key));
    if (command || !this.commands.some(({ keys }) => keys?.startsWith(`${key} `))) return command;
    this.first = key;
    return 'waiting';
  }
}

/** Keys as people write them: `Ctrl+K`, `Alt+←`. */
export function writtenKeys(keys: string): string {
  if (keys === 'Escape') return 'Esc';
  return keys
    .replace(/^Ctrl\+([a-z])$/, (_, key: string) => `Ctrl+${key.toUpperCase()}`)
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→');
}
