import { every } from './every';

const MS = 1_000;
const noError = (error: unknown): never => {
  throw error;
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('work is done again and again until it is stopped', async () => {
  let done = 0;
  const repeated = every(MS, () => void done++, noError);
  expect(done).toBe(0);

  await jest.advanceTimersByTimeAsync(3 * MS);
  expect(done).toBe(3);

  repeated.stop();
  await jest.advanceTimersByTimeAsync(3 * MS);
  expect(done).toBe(3);
});

test('its first round may begin at once', async () => {
  let done = 0;
  const repeated = every(MS, () => void done++, noError, { atOnce: true });

  await repeated.idle();
  expect(done).toBe(1);
  repeated.stop();
});

test('a round that takes long is not joined by another one, and the next one follows it', async () => {
  const ends: (() => void)[] = [];
  const repeated = every(MS, () => new Promise<void>((end) => void ends.push(end)), noError);
  await jest.advanceTimersByTimeAsync(3 * MS);
  expect(ends).toHaveLength(1);
  let isIdle = false;
  void repeated.idle().then(() => (isIdle = true));
  await jest.advanceTimersByTimeAsync(0);
  expect(isIdle).toBe(false);

  ends[0]!();
  await jest.advanceTimersByTimeAsync(MS);
  expect([isIdle, ends.length]).toEqual([true, 2]);
  repeated.stop();
});

test.each<[string, () => Promise<void>]>([
  [
    'throws',
    () =>
      (() => {
        throw new Error('no');
      })(),
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
])('a round that %s is reported, and others follow', async (_how, work) => {
  const errors: unknown[] = [];
  const repeated = every(MS, work, (error) => errors.push((error as Error).message));

  await jest.advanceTimersByTimeAsync(2 * MS);
  expect(errors).toEqual(['no', 'no']);
  repeated.stop();
});
