/** Outcomes of the steps of `npm test`, and their summary. */
import { relative } from 'node:path';

/**
 * `files`: number of test files that ran; undefined if the step is not a vitest project.
 * @typedef {{ passed: number, failed: number, skipped: readonly string[], files?: number }} Outcome
 *
 * @typedef {{ status: string, fullName: string }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: readonly Assertion[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: readonly TestFile[] }} Report
 */

/**
 * @param {Report} report of Vitest, as JSON
 * @param {boolean} ok true if Vitest succeeded
 * @param {string} root of the repository
 * @returns {Outcome}
 */
export function outcomeOf({ numPassedTests, numFailedTests, testResults }, ok, root) {
  // A file that could not be loaded has failed, although it has no failed test.
  const broken = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  );
  const failures = numFailedTests + broken.length;
  const skipped = testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status !== 'passed' && test.status !== 'failed')
      .map(test => `${relative(root, file.name)}: ${test.fullName}`),
  );
  return {
    passed: numPassedTests,
    failed: ok ? failures : Math.max(failures, 1),
    skipped,
    files: testResults.length,
  };
}

/**
 * A filter may match no file of one project, but must match a file of some project.
 * @param {readonly { name: string, outcome: Outcome }[]} outcomes
 * @param {boolean} mayBeNone true if there may be nothing to test
 */
export function summary(outcomes, mayBeNone = false) {
  const projects = outcomes.filter(({ outcome }) => outcome.files !== undefined);
  const nothingRan =
    !mayBeNone && projects.length > 0 && projects.every(({ outcome }) => outcome.files === 0);
  /** @param {(outcome: Outcome) => number} count */
  const sum = count => outcomes.reduce((total, { outcome }) => total + count(outcome), 0);
  /** @param {number} skipped */
  const skips = skipped => (skipped > 0 ? `, ${skipped} skipped` : '');
  const failed = sum(outcome => outcome.failed) + (nothingRan ? 1 : 0);
  const lines = outcomes.flatMap(({ name, outcome: { passed, failed, skipped, files } }) => [
    failed === 0 && files === 0
      ? `– ${name}: no tests`
      : `${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${skips(skipped.length)}`,
    ...skipped.map(test => `    skipped: ${test}`),
  ]);
  if (nothingRan) lines.push('✗ this filter matches no test file');
  const total = `${sum(outcome => outcome.passed)} passed, ${failed} failed${skips(sum(outcome => outcome.skipped.length))}`;
  return { lines, total, failed };
}
