interface PartsProps<T extends string> {
  readonly label: string;
  readonly parts: readonly { readonly id: T; readonly title: string }[];
  readonly current: T;
  onChange(part: T): void;
}

/** Buttons that choose one part of a view. */
export function Parts<T extends string>({ label, parts, current, onChange }: PartsProps<T>) {
  return (
    <fieldset className="parts" aria-label={label}>
      {parts.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="part"
          aria-pressed={id === current}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
