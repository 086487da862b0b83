import { catalogueBytes, smallCatalogue, withEntry } from '@stackcheck/datasets/testing';
import { WorkerHarness } from '../testing/worker-harness';

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

describe('the catalogue of known exploited vulnerabilities', () => {
  it('is published from upstream, and again when an entry was edited', async () => {
    harness.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    expect(await harness.cli('--once', 'kev')).toMatchObject({ code: 0 });

    const edited = withEntry(smallCatalogue(), 'CVE-2026-70001', (entry) => ({ ...entry, dueDate: '2026-12-31' }));
    harness.server.serve(catalogueBytes(edited), '"two"');
    expect(await harness.cli('--once', 'kev')).toMatchObject({ code: 0 });

    const { text } = await harness.cli('snapshots', '--dataset', 'kev', 'list');
    expect(text.match(/kev-\d{8}T\d{6}Z-[0-9a-f]{8}/g)).toHaveLength(2);
  });

  it('is not asked for in full when nothing happened', async () => {
    harness.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    await harness.cli('--once', 'kev');

    expect(await harness.cli('--once', 'kev')).toMatchObject({ code: 0 });

    expect(harness.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
  });

  it('stays as it is when upstream sends something else, which ends with 1', async () => {
    harness.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    await harness.cli('--once', 'kev');
    harness.server.serve(new TextEncoder().encode('<html>Access Denied</html>'), '"two"');

    expect(await harness.cli('--once', 'kev')).toMatchObject({ code: 1 });

    expect((await harness.cli('snapshots', '--dataset', 'kev', 'list')).text.match(/kev-\d{8}T/g)).toHaveLength(1);
  });
});
