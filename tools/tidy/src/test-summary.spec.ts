import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

interface Reporter {
  onRunComplete(contexts: ReadonlySet<unknown>, results: object): void;
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

  it('count a file that does not load as a failure, name what was skipped, and are reported by project', () => {
    process.env[variable] = join(folder, 'summary.json');
    const tests = (...statuses: readonly string[]) => statuses.map((status) => ({ status, fullName: `is ${status}` }));
    const contexts = ['/libs/one', '/libs/one-more'].map((rootDir) => ({ config: { rootDir } }));

    new TestSummaryReporter().onRunComplete(new Set(contexts), {
      testResults: [
        { testFilePath: '/libs/one/a.spec.ts', testResults: tests('passed', 'passed', 'failed') },
        { testFilePath: '/libs/one/b.spec.ts', testResults: [], testExecError: new Error('no such module') },
        { testFilePath: '/libs/one-more/a.spec.ts', testResults: tests('passed', 'pending', 'todo') },
      ],
    });

    expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual({
      passed: 3,
      failed: 2,
      skipped: ['is pending', 'is todo'],
      projects: {
        '/libs/one': { passed: 2, failed: 2, skipped: [] },
        '/libs/one-more': { passed: 1, failed: 0, skipped: ['is pending', 'is todo'] },
      },
    });
  });
});
