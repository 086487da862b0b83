import { ERROR_CODES } from '@stackcheck/contract';
import { ERROR_PRODUCTIONS } from '../testing/error-productions';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let shared: StarterApi;

beforeAll(async () => {
  shared = await startStarterApi();
});
afterAll(() => shared.close());

test('the table has a production for every code', () => {
  expect(Object.keys(ERROR_PRODUCTIONS).sort()).toEqual([...ERROR_CODES].sort());
});

describe('a running service answers', () => {
  test.each(ERROR_CODES)('%s as the table says', async (code) => {
    const { start, answer } = ERROR_PRODUCTIONS[code];
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
