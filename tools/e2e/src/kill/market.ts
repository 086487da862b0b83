import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { startTestChain, type TestChain } from '../chain/test-chain';
import { startTestFacilitator, type TestFacilitator } from '../facilitator/test-facilitator';
import type { Scratch } from '../service/scratch';

const PAYERS = 8;
const PURSE = 10_000_000_000n;

/** Where servers that are to be killed are paid. */
export interface Market {
  readonly chain: TestChain;
  readonly facilitator: TestFacilitator;
  readonly payers: readonly PrivateKeyAccount[];
  readonly payTo: Address;
}

/**
 * Starts a chain, a facilitator and payers with money.
 * @param onSettle is asked about each settle call by the nonce of its payment, before anything is done
 */
export async function startMarket(scratch: Scratch, onSettle: (nonce: string) => void): Promise<Market> {
  const chain = scratch.keep(await startTestChain());
  const facilitator = scratch.keep(
    await startTestFacilitator(chain, (call, { paymentPayload }) => {
      if (call !== 'settle') return;
      const { nonce } = (paymentPayload as { payload: { authorization: { nonce: string } } }).payload.authorization;
      onSettle(nonce.toLowerCase());
    }),
  );
  const payTo = (await chain.newPayer()).address;
  const payers: PrivateKeyAccount[] = [];
  while (payers.length < PAYERS) payers.push(await chain.newPayer(PURSE));
  // As on a real chain: a block at a time, with all that came since the last. Evidence is sought by the clock, and a chain that
  // makes a block for each transaction would outrun it.
  await chain.control.setIntervalMining({ interval: 1 });
  return { chain, facilitator, payers, payTo };
}
