/** Finds the functions and modules that the user names. */
import { AskError } from '../contract.ts';
import { baseName, isModule, notFound } from '../kit/names.ts';
import { type Functions, noStack } from './functions.ts';

/** Functions with this name; if `module` (full path or base name) is given, only in that module. */
export function pickFunctions(functions: Functions, name: string, module: string | undefined): number[] {
  const named: number[] = [];
  for (let func = 0; func < functions.count; func++)
    if (functions.names[functions.name[func]!] === name) named.push(func);
  if (named.length === 0) throw notFound('function', name, real(functions.names));
  if (module === undefined) return named;
  const modulesOf = named.map(func => functions.modules[functions.module[func]!]!);
  const inModule = named.filter((_, i) => isModule(modulesOf[i]!, module));
  if (inModule.length === 0) {
    throw new AskError(
      'not-found',
      `There is no function "${name}" in module "${module}"; it is in ${modulesOf.map(each => `"${each}"`).join(', ')}.`,
    );
  }
  return inModule;
}

/** By module id: 1 if `module` is its full path or base name. */
export function pickModules(functions: Functions, module: string): Uint8Array {
  const picked = Uint8Array.from(functions.modules, each => (isModule(each, module) ? 1 : 0));
  if (!picked.includes(1)) throw notFound('module', module, real(functions.modules).map(baseName));
  return picked;
}

/** Names without placeholders, to suggest. */
function real(names: readonly string[]): string[] {
  return names.filter(name => name !== noStack);
}
