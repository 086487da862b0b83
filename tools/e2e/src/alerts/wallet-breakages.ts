import { createV2Buyer } from '@stackcheck/demo';
import type { Address } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { freePort } from '../processes/built-app';
import { startPaidService, type PaidService } from '../service/paid-service';
import { Scratch } from '../service/scratch';
import { Recorder, valueOf, type Scrape } from './recorder';
import type { RecordedTest } from './rule-tests';

const PRICE = 1_000n;
const WELL = { StackcheckGasLow: [], StackcheckTransactionStuck: [], StackcheckSettlementLost: [] };

/** Of a service that settles with a wallet of its own on the local chain: well, while no block is made, and with little ether. */
export function walletBreakages(): Promise<readonly RecordedTest[]> {
  return onChain(async ({ service, recorder, wallet }) => {
    const { control } = service.chain;
    const well = await recorder.record(6, () => sell(service));

    const payer = await service.chain.newPayer(PRICE);
    await control.setAutomine(false);
    const waiting = sell(service, payer);
    await recorder.until((scrape) => valueOf(scrape, 'stackcheck_gas_open_transactions')! > 0);
    // The clock of the service, and of nobody else.
    const now = Date.now.bind(Date);
    Date.now = () => now() + 600_000;
    const stuck = await recorder.record(6).finally(() => (Date.now = now));
    await control.setAutomine(true);
    await control.mine({ blocks: 1 });
    await waiting;

    const needed = valueOf(well.at(-1)!, 'stackcheck_gas_needed_ether')!;
    await control.setBalance({ address: wallet, value: BigInt(Math.round(needed * 1.5e9)) * 10n ** 9n });
    await recorder.until((scrape) => valueOf(scrape, 'stackcheck_gas_balance_ether')! < needed * 2);
    const low = await recorder.record(8);
    const tests: readonly RecordedTest[] = [
      { what: 'a wallet that is well', scrapes: well, minutes: 4, fires: WELL },
      { what: 'no block is made', scrapes: stuck, minutes: 1, fires: { StackcheckTransactionStuck: [{}] } },
      { what: 'somebody took ether from the wallet', scrapes: low, minutes: 1, fires: { StackcheckGasLow: [{}] } },
    ];
    return tests;
  });
}

/** Of the same after a sale whose block was reorganised away, when the window of its authorization is over. */
export function settlementLost(): Promise<RecordedTest> {
  return onChain(async ({ service, recorder }) => {
    const { control, reader } = service.chain;
    const before = await control.snapshot();
    await sell(service);
    const sold = await recorder.record(2);
    await control.revert({ id: before });
    // By the chain's clock, so that no block can make the transfer again.
    const { timestamp } = await reader.getBlock();
    await control.setNextBlockTimestamp({ timestamp: timestamp + 3_600n });
    const making = setInterval(() => void control.mine({ blocks: 40 }).catch(() => undefined), 500);
    const isLost = (scrape: Scrape): boolean => valueOf(scrape, 'stackcheck_settlements_lost_total')! > 0;
    const shown = await recorder.until(isLost).finally(() => clearInterval(making));
    const scrapes = [...sold, shown, ...(await recorder.record(2))];
    return { what: 'a sale was reorganised away', scrapes, minutes: 4, fires: { StackcheckSettlementLost: [{}] } };
  });
}

interface OnChain {
  readonly service: PaidService;
  readonly recorder: Recorder;
  readonly wallet: Address;
}

async function onChain<T>(work: (there: OnChain) => Promise<T>): Promise<T> {
  const scratch = new Scratch();
  try {
    const port = await freePort();
    let wallet!: Address;
    const service = scratch.keep(
      await startPaidService(async (chain) => {
        const key = await chain.newGasKey();
        wallet = privateKeyToAccount(key).address;
        const rpc = { RPC_URL: chain.rpcUrl, GAS_KEY: key, GAS_FEE_MAX_GWEI: '50' };
        return { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', METRICS_PORT: String(port), ...rpc };
      }),
    );
    const recorder = new Recorder([{ job: 'stackcheck', instance: 'api', url: `http://127.0.0.1:${port}/metrics` }]);
    return await work({ service, recorder, wallet });
  } finally {
    await scratch.clear();
  }
}

async function sell({ chain, url }: PaidService, payer?: PrivateKeyAccount): Promise<void> {
  const { status } = await createV2Buyer(payer ?? (await chain.newPayer(PRICE)))(`${url}/v1/eol/nodejs`);
  if (status !== 200) throw new Error(`a sale ended with ${status}`);
}
