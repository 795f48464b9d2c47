/** An action that a menu offers. */
export interface Entry {
  readonly label: string;
  readonly keys?: string;
  run(): void;
}

/** An entry of a menu; null is a separator. */
export type MenuEntry = Entry | null;
