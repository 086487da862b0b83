import { LIMITS } from '@stackcheck/contract';
import { FixedClock } from '@stackcheck/contract/testing';
import { dryRunLimit } from './dry-run-limit';

const { dryRunsMax: MAX, dryRunsWindowSeconds: WINDOW } = LIMITS;

function limited() {
  const clock = new FixedClock();
  const { consume } = dryRunLimit(clock);
  const made = (client: string, most = 10 * MAX): number => {
    for (let count = 0; count < most; count++) {
      try {
        consume(client);
      } catch {
        return count;
      }
    }
    return most;
  };
  return { clock, consume, made };
}

it('a client has its dry runs within the window, and again when it has passed', () => {
  const { clock, consume, made } = limited();

  expect(made('192.0.2.1')).toBe(MAX);
  clock.advance(1);
  expect(() => consume('192.0.2.1')).toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      detail: {
        message: `at most ${MAX} dry runs within ${WINDOW} seconds; nothing was looked at`,
        retryAfterSeconds: WINDOW,
      },
    }) as Error,
  );
  expect(made('192.0.2.2')).toBe(MAX);
  clock.advance(WINDOW * 1_000 - 2);
  expect(made('192.0.2.1')).toBe(0);
  clock.advance(1);
  expect(made('192.0.2.1')).toBe(MAX);
});

it('the networks of a /48 have ten times as many together, and leave others theirs', () => {
  const { made } = limited();
  const networks = Array.from({ length: 11 }, (_, at) => made(`2001:db8:0:${at}::1`));

  expect(networks).toEqual([...Array<number>(10).fill(MAX), 0]);
  expect(made('2001:db8:1::1')).toBe(MAX);
  expect(made('192.0.2.1')).toBe(MAX);
});

it('what was refused does not count', () => {
  const { clock, made } = limited();
  made('192.0.2.1');
  clock.advance(WINDOW * 500);
  made('192.0.2.1');
  clock.advance(WINDOW * 500);

  expect(made('192.0.2.1')).toBe(MAX);
});
