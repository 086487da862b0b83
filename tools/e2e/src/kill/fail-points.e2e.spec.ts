import { readConfig, startApi } from '@stackcheck/api';
import { createV2Buyer, resend } from '@stackcheck/demo';
import { anvilAvailable } from '../chain/anvil';
import { startTestChain } from '../chain/test-chain';
import { startTestFacilitator } from '../facilitator/test-facilitator';
import { publishSelection } from '../service/publish-selection';
import { Scratch } from '../service/scratch';
import { FAIL_POINTS, Fuse, type FailPoint } from './fail-points';
import { fusedFacilitator, fusedLedger, fuseResponses } from './fused-parts';
import { killableEnvironment } from './kill-harness';

jest.setTimeout(240_000);

const PATH = '/v1/eol/nodejs';

/** Never burns, and remembers what was passed. */
class Witness extends Fuse {
  readonly seen = new Set<FailPoint>();

  constructor() {
    super('none', 1, () => undefined);
  }

  override burns(point: FailPoint): boolean {
    this.seen.add(point);
    return false;
  }
}

describe('a fuse', () => {
  it('ends at the n-th passage of its own point, and at no other', () => {
    const ended: string[] = [];
    const fuse = new Fuse('W1.after', 2, () => ended.push('now'));

    for (const point of ['W1.after', 'W1.before', 'W2.after'] as const) fuse.pass(point);
    expect(ended).toEqual([]);
    fuse.pass('W1.after');
    expect(ended).toEqual(['now']);
  });
});

const there = anvilAvailable();

(there ? describe : describe.skip)('the fail points (need @foundry-rs/anvil-linux-amd64)', () => {
  const scratch = new Scratch();
  afterEach(() => scratch.clear());

  it('are all passed by payments that go well, are refused, or are left open by a process', async () => {
    const fuse = new Witness();
    const chain = scratch.keep(await startTestChain());
    const facilitator = scratch.keep(await startTestFacilitator(chain));
    const dataDir = scratch.folder();
    await publishSelection(dataDir);
    const payTo = (await chain.newPayer()).address;
    const payer = await chain.newPayer(1_000_000n);
    const config = readConfig(killableEnvironment({ dataDir, facilitatorUrl: facilitator.url, payTo }));
    scratch.keep({ close: fuseResponses(fuse) });
    const start = async () =>
      scratch.keep(
        await startApi(config, {
          wrapLedger: (ledger) => fusedLedger(ledger, fuse),
          wrapFacilitator: (inner) => fusedFacilitator(inner, fuse),
        }),
      );

    const api = await start();
    const buy = createV2Buyer(payer);
    const met = [(await buy(api.url + PATH)).status];
    facilitator.faults.add('settle', 'undone_refused', 'undone_cut', 'undone_cut');
    met.push((await buy(api.url + PATH)).status);
    const open = await buy(api.url + PATH);
    met.push(open.status);
    await api.close();
    const next = await start();
    met.push((await resend(next.url + PATH, {}, open.payment!)).status);

    expect(met).toEqual([200, 402, 503, expect.any(Number)]);
    expect([...FAIL_POINTS].filter((point) => !fuse.seen.has(point))).toEqual([]);
  });
});
