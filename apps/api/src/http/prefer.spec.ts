import type { IncomingMessage } from 'node:http';
import { prefersValidation } from './prefer';

it.each([
  ['validate-only', true],
  ['Validate-Only', true],
  [' validate-only ', true],
  ['respond-async, validate-only', true],
  ['validate-only, respond-async', true],
  ['validate-only; why=test', true],
  ['validate-only ;why=test', true],
  ['respond-async; validate-only', false],
  ['validate', false],
  ['validate-only2', false],
  ['not-validate-only', false],
  ['validate-only=no', false],
  ['', false],
  [undefined, false],
])('the preference %j asks for a dry run: %s', (prefer, isDryRun) => {
  expect(prefersValidation({ headers: { prefer } } as unknown as IncomingMessage)).toBe(isDryRun);
});
