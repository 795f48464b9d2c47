/**
 * The settings that a user chooses, each declared once: its values with the words of the palette and of the menu, and its default.
 * The window has a command for each value, the desktop's View menu an entry; the choice is kept between runs.
 */
interface Setting {
  readonly default: string;
  readonly values: Readonly<Record<string, { readonly command: string; readonly menu: string }>>;
}

export const settings = {
  theme: {
    default: 'system',
    values: {
      dark: { command: 'Dark theme', menu: 'Dark' },
      light: { command: 'Light theme', menu: 'Light' },
      system: { command: 'Theme of the system', menu: 'As the system' },
    },
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

export type SettingValues = { readonly [N in SettingName]: keyof (typeof settings)[N]['values'] };

/** The id of the command that chooses a value. */
export type SettingCommand = { [N in SettingName]: `${N}-${SettingValues[N]}` }[SettingName];

/** One value of one setting. */
export type Choice = { [N in SettingName]: [name: N, value: SettingValues[N]] }[SettingName];

interface ChoiceEntry {
  readonly choice: Choice;
  readonly id: SettingCommand;
  readonly command: string;
  readonly menu: string;
}

/** All values of all settings, in the order of their declaration. */
export const choices: readonly ChoiceEntry[] = Object.entries<Setting>(settings).flatMap(
  ([name, { values }]) =>
    Object.entries(values).map(([value, words]) => ({
      choice: [name, value] as unknown as Choice,
      id: `${name}-${value}` as SettingCommand,
      ...words,
    })),
);

/** The values among what a file or a page states; the default of each that is missing or unknown. */
export const settingsIn = (stated: Readonly<Record<string, unknown>>): SettingValues =>
  Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { values, default: usual }]) => {
      const value = stated[name];
      return [name, typeof value === 'string' && Object.hasOwn(values, value) ? value : usual];
    }),
  ) as unknown as SettingValues;
