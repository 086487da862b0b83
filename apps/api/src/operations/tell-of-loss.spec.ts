import { Metrics } from './metrics/metrics';
import { tellOfLoss } from './tell-of-loss';

it('logs a lost settlement without what it was worth, which is counted', async () => {
  const lines: object[] = [];
  const metrics = new Metrics();
  const lost = { paymentId: 1, routeId: 'eol.cycle', transaction: '0x1', reason: 'its window closed' };
  const logger = { error: (line: object) => void lines.push(line) } as never;

  tellOfLoss(logger, metrics)({ ...lost, value: 5_000n });
  tellOfLoss(logger, undefined)({ ...lost, value: 5_000n });

  expect(lines).toEqual([
    { event: 'settlement_lost', ...lost },
    { event: 'settlement_lost', ...lost },
  ]);
  const { body } = await metrics.text();
  expect(body).toMatch(/^stackcheck_settlements_lost_total 1$/m);
  expect(body).toMatch(/^stackcheck_settlements_lost_usd_total 0\.005$/m);
});
