import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { LiveSnapshots } from '@stackcheck/datasets';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { readVerifiers } from '../keys/signing-key';
import { impatient, WorkerHarness } from '../testing/worker-harness';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const file = join(corpora, '../data/sanctions/ofac_sdn_evm.json');
const there = existsSync(file);

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

(there ? describe : describe.skip)(`the real block list${there ? '' : ' (ofac_sdn_evm.json is missing)'}`, () => {
  it('is ingested whole, verifies as the API verifies, and is not published twice', async () => {
    const list = readFileSync(file);
    const { addresses } = JSON.parse(list.toString()) as { addresses: { address: string }[] };
    harness.server.serve(list, '"one"');
    const first = await harness.ingest(impatient, 'sanctions');
    const second = await harness.ingest(impatient, 'sanctions');

    expect(first).toMatchObject({ kind: 'published', manifest: { record_count: 124 } });
    expect(second).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    const reader = openSnapshotReader(harness.config.snapshotsFile);
    const verifiers = () => readVerifiers(harness.config.keySetFile);
    const live = new LiveSnapshots({ reader, verifiers, clock: systemClock });
    await live.refresh();
    reader.close();
    const { index } = live.current('sanctions')!;
    expect(addresses.filter(({ address }) => !index.has(address))).toEqual([]);
  });
});
