import { describe, expect, it } from 'vitest';
import { grouping } from '../../../analyzers/stacks/grouping.ts';
import { asOneFrame, fold, hide, rulesOf, ruleWords, withoutRule, withRule } from './grouping.ts';

const odd = 'std::map<int, char*>::find(int) \\ ?';

describe('grouping rules', () => {
  it('are added once, and removed', () => {
    const scope = withRule(withRule(withRule({ kind: 'cycles' }, 'kernel'), hide('idle')), 'kernel');
    expect(scope).toEqual({ kind: 'cycles', group: 'kernel,hide:idle' });
    expect(withoutRule(scope, 'kernel')).toEqual({ kind: 'cycles', group: 'hide:idle' });
    expect(withoutRule(withoutRule(scope, 'kernel'), hide('idle'))).toEqual({ kind: 'cycles' });
  });

  it('keep names with commas and asterisks unchanged', () => {
    const scope = withRule(withRule({}, hide(odd)), 'recursion');
    expect(rulesOf(scope)).toEqual([hide(odd), 'recursion']);
    expect(ruleWords(hide(odd))).toBe(`without ${odd}`);
  });

  it('are passed to the questions as parameters', () => {
    const read = grouping([hide(odd), fold('malloc'), asOneFrame('/usr/lib/libc.so.6')].join(','));
    expect([read.hides(odd), read.hides('std::map<int, charX>::find(int) \\ ?')]).toEqual([true, false]);
    expect([read.folds('malloc'), read.folds('mallocs')]).toEqual([true, false]);
    expect([read.joins('/usr/lib/libc.so.6'), read.joins('/usr/lib/libm.so.6')]).toEqual([true, false]);
  });

  it('are described in words', () => {
    expect([fold('malloc'), asOneFrame('/usr/lib/libc.so.6'), 'kernel', 'future'].map(ruleWords)).toEqual([
      'malloc in its callers',
      'libc.so.6 as one frame',
      'the kernel as one frame',
      'future',
    ]);
  });
});
