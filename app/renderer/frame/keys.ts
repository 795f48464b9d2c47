import type { CommandId } from '../../commands.ts';

/** A command of the window, for the palette, the menu, the keys and the list of keys. */
export interface Command {
  readonly id: CommandId;
  readonly title: string;
  /** Name in the palette if it is not the title: `Moved` for *Show moved*. */
  readonly name?: string;
  /**
   * As `KeyboardEvent.key`, with `Ctrl+` for Ctrl or Command, or `Alt+`. A sequence of two keys has a space between them:
   * `v f`. The first of them must not be a command. Declared in `commandKeys`.
   */
  readonly keys?: string;
  /** Alternative keys. */
  readonly also?: readonly string[];
  /** Also works while a dialog is open. */
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

/** Finds the command of keys, and remembers the first key of a sequence. */
export class KeyReader {
  private first: string | null = null;

  constructor(private readonly commands: readonly Command[]) {}

  /** True after the first key of a sequence: the next key belongs to it. */
  get isWaiting(): boolean {
    return this.first !== null;
  }

  /** The command; `waiting` after the first key of a sequence; undefined for an unbound key. */
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

/** Keys for display: `Ctrl+K`, `Alt+←`. */
export function writtenKeys(keys: string): string {
  if (keys === 'Escape') return 'Esc';
  return keys
    .replace(/^Ctrl\+([a-z])$/, (_, key: string) => `Ctrl+${key.toUpperCase()}`)
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→');
}
