import { createV2Buyer } from '@stackcheck/demo';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { freePort } from '../processes/built-app';
import { startPaidService, type PaidService } from '../service/paid-service';
import { Scratch } from '../service/scratch';
import { Recorder, valueOf } from './recorder';
import type { RecordedTest } from './rule-tests';

const PRICE = 1_000n;
const WELL = { StackcheckGasLow: [], StackcheckTransactionStuck: [], StackcheckSettlementLost: [] };

/** Of a service that settles with a wallet of its own on the local chain: well, with little ether, and while no block is made. */
export async function walletBreakages(): Promise<readonly RecordedTest[]> {
  const scratch = new Scratch();
  try {
    const port = await freePort();
    let wallet!: ReturnType<typeof privateKeyToAccount>;
    const service = scratch.keep(
      await startPaidService(async (chain) => {
        const key = await chain.newGasKey();
        wallet = privateKeyToAccount(key);
        const rpc = { RPC_URL: chain.rpcUrl, GAS_KEY: key, GAS_FEE_MAX_GWEI: '50' };
        return { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', METRICS_PORT: String(port), ...rpc };
      }),
    );
    const { control } = service.chain;
    const recorder = new Recorder([{ job: 'stackcheck', instance: 'api', url: `http://127.0.0.1:${port}/metrics` }]);
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
    await control.setBalance({ address: wallet.address, value: BigInt(Math.round(needed * 1.5e9)) * 10n ** 9n });
    await recorder.until((scrape) => valueOf(scrape, 'stackcheck_gas_balance_ether')! < needed * 2);
    const low = await recorder.record(8);
    return [
      { what: 'a wallet that is well', scrapes: well, minutes: 4, fires: WELL },
      { what: 'somebody took ether from the wallet', scrapes: low, minutes: 1, fires: { StackcheckGasLow: [{}] } },
      { what: 'no block is made', scrapes: stuck, minutes: 1, fires: { StackcheckTransactionStuck: [{}] } },
    ];
  } finally {
    await scratch.clear();
  }
}

async function sell({ chain, url }: PaidService, payer?: PrivateKeyAccount): Promise<void> {
  const { status } = await createV2Buyer(payer ?? (await chain.newPayer(PRICE)))(`${url}/v1/eol/nodejs`);
  if (status !== 200) throw new Error(`a sale ended with ${status}`);
}
