import { growth, reportOf } from './report';
import { runFuzz, type FuzzResult } from './run-fuzz';

const REQUESTS = process.env['CAMPAIGN'] === 'full' ? 10_000 : 1_700;

describe(`${REQUESTS} requests made from the served description`, () => {
  let result: FuzzResult;
  beforeAll(async () => {
    result = await runFuzz({ requests: REQUESTS, seed: 20_261_120 });
    process.stdout.write(`${reportOf(result)}\n`);
  }, 600_000);

  it('are all answered as declared, without a 500', () => {
    expect(result.failure).toBeUndefined();
    expect(result.statistics.answers).toBeGreaterThanOrEqual(REQUESTS);
  });

  it('reach every operation, and every paid one that is implemented also with success', () => {
    const reached = (status: number): string[] =>
      [...result.statistics.statuses].filter(([, counts]) => counts.has(status)).map(([name]) => name);

    expect([...result.statistics.statuses.keys()].filter((name) => name.startsWith('service_'))).toHaveLength(
      result.operations,
    );
    expect(reached(200)).toEqual(
      expect.arrayContaining([
        'service_eol_check',
        'service_eol_check_get',
        'service_eol_cycle',
        'service_eol_image',
        'service_eol_product',
        'service_eol_snapshot',
      ]),
    );
  });

  it('settle each paid answer once, replays and errors never', () => {
    const { paidAnswers, settlements, replays } = result.statistics;

    expect(settlements).toBeGreaterThan(100);
    expect(replays).toBeGreaterThan(0);
    expect(paidAnswers).toBe(settlements + replays);
  });

  it('leave the heap as it was half way', () => {
    expect(growth(result)).toBeLessThan(10);
  });
});
