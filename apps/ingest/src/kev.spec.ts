import { catalogueBytes, smallCatalogue, withEntry } from '@stackcheck/datasets/testing';
import { WorkerWorld } from './testing/worker-world';

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open();
});
afterEach(() => world.close());

describe('the catalogue of known exploited vulnerabilities', () => {
  it('is published from upstream, and again when an entry was edited', async () => {
    world.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    expect(await world.cli('--once', 'kev')).toMatchObject({ code: 0 });

    const edited = withEntry(smallCatalogue(), 'CVE-2026-70001', (entry) => ({ ...entry, dueDate: '2026-12-31' }));
    world.server.serve(catalogueBytes(edited), '"two"');
    expect(await world.cli('--once', 'kev')).toMatchObject({ code: 0 });

    const { text } = await world.cli('snapshots', '--dataset', 'kev', 'list');
    expect(text.match(/kev-\d{8}T\d{6}Z-[0-9a-f]{8}/g)).toHaveLength(2);
  });

  it('is not asked for in full when nothing happened', async () => {
    world.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    await world.cli('--once', 'kev');

    expect(await world.cli('--once', 'kev')).toMatchObject({ code: 0 });

    expect(world.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
  });

  it('stays as it is when upstream sends something else, which ends with 1', async () => {
    world.server.serve(catalogueBytes(smallCatalogue()), '"one"');
    await world.cli('--once', 'kev');
    world.server.serve(new TextEncoder().encode('<html>Access Denied</html>'), '"two"');

    expect(await world.cli('--once', 'kev')).toMatchObject({ code: 1 });

    expect((await world.cli('snapshots', '--dataset', 'kev', 'list')).text.match(/kev-\d{8}T/g)).toHaveLength(1);
  });
});
