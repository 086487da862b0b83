import type { Exception } from './exceptions';
import { judgeChecks, needless, type Check } from './judge-checks';

const EXCEPTIONS: readonly Exception[] = [
  { why: 'no prompts', scenarios: /^prompts-/ },
  { why: 'no prompts in lists', scenarios: /^caching$/, checks: /prompts/ },
];
const check = (scenario: string, id: string, status: Check['status']): Check => ({ scenario, id, status, message: '' });

test('what fails is excepted or failed, and what is skipped is neither', () => {
  const list = check('prompts-list', 'list', 'FAILURE');
  const cached = check('caching', 'prompts-hint', 'WARNING');
  const other = check('caching', 'tools-hint', 'FAILURE');
  const judged = judgeChecks(
    [list, cached, other, check('ping', 'ping', 'SUCCESS'), check('caching', 'read', 'SKIPPED')],
    EXCEPTIONS,
  );

  expect(judged).toEqual({
    passed: 1,
    excepted: [
      { check: list, why: 'no prompts' },
      { check: cached, why: 'no prompts in lists' },
    ],
    failed: [other],
  });
});

test('an exception that nothing needs is found', () => {
  const checks = [check('prompts-list', 'list', 'FAILURE'), check('caching', 'prompts-hint', 'SUCCESS')];

  expect(needless(checks, EXCEPTIONS)).toEqual([EXCEPTIONS[1]]);
});
