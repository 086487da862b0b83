import type { PlannedTransfer } from './transfer-call';
import { transferKey, WaitingTransfer } from './waiting-transfer';

const create = () => new WaitingTransfer({ payer: '0xa', nonce: '0x1' } as PlannedTransfer);

it('until it is in the book its time may end without anything having been sent', async () => {
  const waiting = create();
  expect(waiting.isFree).toBe(true);
  waiting.expire();

  expect(await waiting.outcome).toEqual({ kind: 'not_sent', reason: 'no transaction could be made in time' });
  expect(waiting.isFree).toBe(false);
});

it('from then on it may be charged', async () => {
  const waiting = create();
  waiting.commit();
  expect(waiting.isFree).toBe(false);
  waiting.expire();

  expect(await waiting.outcome).toEqual({ kind: 'pending', reason: 'its transaction is not confirmed yet' });
});

it('one that the book did not take is free again', async () => {
  const waiting = create();
  waiting.commit();
  waiting.release();
  expect(waiting.isFree).toBe(true);
  waiting.expire();

  expect(await waiting.outcome).toMatchObject({ kind: 'not_sent' });
});

it('what came to an end begins no more', async () => {
  const waiting = create();
  waiting.conclude({ kind: 'unknown', reason: 'first' });
  waiting.commit();
  waiting.release();
  waiting.conclude({ kind: 'unknown', reason: 'second' });

  expect(waiting.isFree).toBe(false);
  expect(await waiting.outcome).toEqual({ kind: 'unknown', reason: 'first' });
});

it('transfers are distinguished by payer and nonce', () => {
  expect([transferKey(create().transfer), transferKey({ payer: '0xb', nonce: '0x1' })]).toEqual(['0xa 0x1', '0xb 0x1']);
});
