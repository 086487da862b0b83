import type { WalletSight, WalletState } from '@stackcheck/payment-x402/self';
import { watchGas } from './gas-watch';
import { Pause, type PauseChange } from './pause';

test('payments pause while the wallet is low or fees are high, and a node that fails changes nothing', async () => {
  const changes: PauseChange[] = [];
  const pause = new Pause((change) => changes.push(change));
  let state: WalletState | 'fails' = 'ok';
  const look = watchGas(
    {
      async look(): Promise<WalletSight> {
        if (state === 'fails') throw new Error('no answer');
        return { state, balanceWei: 15n * 10n ** 14n, neededWei: 2n * 10n ** 15n, fees: null, atMs: 0 };
      },
    },
    pause,
  );
  await look();
  expect(pause.isPaused()).toBe(false);

  state = 'low';
  await look();
  expect(pause.state().reasons).toEqual(['gas']);
  expect(changes.at(-1)!.detail).toBe('the gas wallet holds 0.0015 ETH and needs 0.002');
  state = 'fails';
  await expect(look()).rejects.toThrow('no answer');
  expect(pause.isPaused()).toBe(true);
  state = 'dear';
  await look();
  expect(pause.isPaused()).toBe(true);
  state = 'ok';
  await look();
  expect(pause.isPaused()).toBe(false);
});
