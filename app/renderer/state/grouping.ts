/** Grouping rules as a list, each with a chip in the scope bar. */
import type { Scope } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';

/** Rules that are on or off, in the order of the menu. */
export const switches = [
  { rule: 'modules', title: 'each module as one frame' },
  { rule: 'kernel', title: 'the kernel as one frame' },
  { rule: 'recursion', title: 'direct recursion as one frame' },
  { rule: 'addresses', title: 'functions without a symbol by address' },
] as const;

/** Splits rules at commas that have no backslash before them. */
export function rulesOf({ group = '' }: Scope): string[] {
  return (group.match(/(?:\\.|[^,\\])+/g) ?? []).map(rule => rule.trim()).filter(rule => rule !== '');
}

export function withRule(scope: Scope, rule: string): Scope {
  const rules = rulesOf(scope);
  return rules.includes(rule) ? scope : { ...scope, group: [...rules, rule].join(',') };
}

export function withoutRule(scope: Scope, rule: string): Scope {
  const rules = rulesOf(scope).filter(each => each !== rule);
  const { group: _group, ...rest } = scope;
  return rules.length > 0 ? { ...rest, group: rules.join(',') } : rest;
}

export const hide = (name: string): string => `hide:${literally(name)}`;
export const fold = (name: string): string => `fold:${literally(name)}`;
export const asOneFrame = (module: string): string => `module:${literally(module)}`;

/** Escapes a name as a pattern that matches only itself. */
function literally(name: string): string {
  return name.replaceAll(/[\\,*?]/g, '\\$&');
}

/** Text of a rule in its chip. */
export function ruleWords(rule: string): string {
  const known = switches.find(each => each.rule === rule);
  if (known) return known.title;
  const colon = rule.indexOf(':');
  const name = rule.slice(colon + 1).replaceAll(/\\(.)/g, '$1');
  switch (rule.slice(0, colon)) {
    case 'hide':
      return `without ${name}`;
    case 'fold':
      return `${name} in its callers`;
    case 'fold-module':
      return `${baseName(name)} in its callers`;
    case 'module':
      return `${baseName(name)} as one frame`;
    default:
      return rule;
  }
}
