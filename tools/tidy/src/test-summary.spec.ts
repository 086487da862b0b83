import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

interface Reporter {
  onRunComplete(contexts: unknown, results: object): void;
}
const TestSummaryReporter = createRequire(__filename)(
  inRoot('tools', 'launch', 'test-summary-reporter.js'),
) as new () => Reporter;

describe('the figures of a test run', () => {
  const variable = 'STACKCHECK_TEST_SUMMARY';
  const outer = process.env[variable];
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-summary-'));
  afterAll(() => {
    if (outer === undefined) delete process.env[variable];
    else process.env[variable] = outer;
    rmSync(folder, { recursive: true });
  });

  it('count a file that does not load as a failure, and name what was skipped', () => {
    process.env[variable] = join(folder, 'summary.json');
    const tests = [
      { status: 'passed', fullName: 'works' },
      { status: 'pending', fullName: 'needs a feed' },
      { status: 'todo', fullName: 'is planned' },
    ];

    new TestSummaryReporter().onRunComplete(undefined, {
      numPassedTests: 12,
      numFailedTests: 2,
      numRuntimeErrorTestSuites: 1,
      testResults: [{ testResults: tests }, { testResults: [] }],
    });

    expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual({
      passed: 12,
      failed: 3,
      skipped: ['needs a feed', 'is planned'],
    });
  });
});
