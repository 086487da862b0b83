import { ERROR_CODES, type ErrorCode } from '@stackcheck/contract';
import { CATALOGUE } from '../routes/catalogue';
import { ERROR_PRODUCTIONS } from '../testing/error-productions';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let shared: StarterApi;

beforeAll(async () => {
  shared = await startStarterApi();
});
afterAll(() => shared.close());

const PRODUCED = ERROR_CODES.filter((code) => ERROR_PRODUCTIONS[code]);

/** Codes of routes that are not there yet; a code leaves with the first route that declares it. */
const LATER: readonly ErrorCode[] = [];

test('the table has a production for every code that a route declares, and for those of no route', () => {
  const declared = new Set(CATALOGUE.filter((route) => route.implemented !== false).flatMap((route) => route.errors));

  expect(ERROR_CODES.filter((code) => !PRODUCED.includes(code) && !LATER.includes(code))).toEqual([]);
  expect(LATER.filter((code) => declared.has(code) && !PRODUCED.includes(code))).toEqual([]);
});

describe('a running service answers', () => {
  test.each(PRODUCED)('%s as the table says', async (code) => {
    const { start, answer } = ERROR_PRODUCTIONS[code]!;
    const api = start ? await startStarterApi(start) : shared;
    try {
      await expectError(await answer(api), code);
    } finally {
      if (start) await api.close();
      // Refusals of one code must not make the next one wait.
      else shared.clock.advance(600_001);
    }
  });
});
