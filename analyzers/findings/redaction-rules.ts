/** The user's rules for the names to replace in a report. */

export interface RedactionRules {
  /** Some of {@link knownKinds}. */
  readonly kinds: readonly KnownKind[];
  readonly patterns: readonly { readonly kind: string; readonly pattern: string }[];
}

export const knownKinds = ['paths', 'users', 'hosts', 'addresses', 'arguments'] as const;
export type KnownKind = (typeof knownKinds)[number];

export class RedactionError extends Error {
  override readonly name = 'RedactionError';
}

/** `{"kinds": ["hosts"], "patterns": [{"kind": "customer", "pattern": "acme-*"}]}` @throws RedactionError */
export function rulesFrom(json: string): RedactionRules {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new RedactionError(`The redaction rules are not valid JSON (${(error as Error).message}).`);
  }
  const { kinds = [], patterns = [] } = (value ?? {}) as { kinds?: unknown; patterns?: unknown };
  if (!Array.isArray(kinds) || !kinds.every(kind => (knownKinds as readonly unknown[]).includes(kind)))
    throw new RedactionError(`"kinds" must be a list of some of ${knownKinds.join(', ')}.`);
  const isRule = (rule: unknown): rule is { kind: string; pattern: string } => {
    const { kind, pattern } = (rule ?? {}) as { kind?: unknown; pattern?: unknown };
    return (
      typeof kind === 'string' &&
      /^[a-z][a-z-]{0,30}$/.test(kind) &&
      typeof pattern === 'string' &&
      pattern.length > 1
    );
  };
  if (!Array.isArray(patterns) || !patterns.every(isRule))
    throw new RedactionError(
      '"patterns" must be a list of {"kind": a word in lower case, "pattern": a text of two or more characters with * for any part}.',
    );
  return { kinds: kinds as readonly KnownKind[], patterns };
}
