import { describe, expect, it } from 'vitest';
import { outcomeOf, summary } from './test-outcome.js';

/**
 * @param {string} name
 * @param {string} status
 * @param {readonly string[]} tests
 */
const file = (name, status, ...tests) => ({
  name,
  status,
  assertionResults: tests.map(result => ({ status: result, fullName: `${result} test` })),
});
/** @param {readonly ReturnType<typeof file>[]} testResults */
const report = (...testResults) => {
  /** @param {string} status */
  const count = status =>
    testResults.flatMap(file => file.assertionResults).filter(test => test.status === status).length;
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults };
};
const none = outcomeOf(report(), true, '/');
const one = outcomeOf(report(file('/a.test.js', 'passed', 'passed', 'skipped')), true, '/');

describe('the outcome of a project of tests', () => {
  it('counts a file that could not be loaded as failed', () => {
    expect(outcomeOf(report(file('/a.test.js', 'failed')), false, '/').failed).toBe(1);
  });

  it('is a failure if Vitest failed, even without a failed test', () => {
    expect(outcomeOf(report(), false, '/').failed).toBe(1);
  });
});

describe('the summary', () => {
  it('does not fail a project of which the filter matches no file', () => {
    const { lines, total, failed } = summary([
      { name: 'unit', outcome: none },
      { name: 'window', outcome: one },
    ]);
    expect(failed).toBe(0);
    expect(lines).toEqual([
      '– unit: no tests',
      '✓ window: 1 passed, 0 failed, 1 skipped',
      '    skipped: a.test.js: skipped test',
    ]);
    expect(total).toBe('1 passed, 0 failed, 1 skipped');
  });

  it('is a failure if the filter matches no file of any project', () => {
    const { lines, failed } = summary([
      { name: 'unit', outcome: none },
      { name: 'window', outcome: none },
    ]);
    expect(failed).toBe(1);
    expect(lines.at(-1)).toBe('✗ this filter matches no test file');
  });

  it('is none if a change can reach no test', () => {
    expect(summary([{ name: 'unit', outcome: none }], true).failed).toBe(0);
  });
});
