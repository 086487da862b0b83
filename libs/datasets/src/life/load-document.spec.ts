import { eolDataset } from '../eol/dataset';
import type { EolSnapshot } from '../eol/records';
import { finish, oneStep } from '../tasks/cooperative-task';
import { IngestHarness } from '../testing';
import type { DocumentDefinition } from './document-definition';
import { loadSteps } from './load-document';

type Changes = Partial<DocumentDefinition<EolSnapshot, unknown>>;

async function stored() {
  const harness = new IngestHarness();
  const { snapshot_id: id } = await harness.published('1.0');
  const snapshot = harness.store.find('eol', id)!;
  return {
    snapshot,
    load: (changes: Changes = {}, verifiers = harness.verifiers) =>
      finish(loadSteps({ ...eolDataset, ...changes } as DocumentDefinition<EolSnapshot, unknown>, snapshot, verifiers)),
  };
}

describe('a stored snapshot', () => {
  it('is loaded with its look-ups, its bytes and its manifest', async () => {
    const { snapshot, load } = await stored();

    const loaded = load({ index: () => oneStep(() => 'an index'), selfTest: () => oneStep(() => undefined) });

    expect(loaded).toMatchObject({
      ok: true,
      live: { manifest: snapshot.manifest, content: snapshot.content, index: 'an index' },
    });
  });

  it.each<[string, Changes, string]>([
    [
      'whose look-ups answer wrongly',
      { selfTest: () => oneStep(() => '"php" finds "nothing"') },
      'its index answers wrongly: "php" finds "nothing"',
    ],
    [
      'with more records than were signed',
      { recordCount: () => 1_000_000 },
      expect.stringMatching(/^it has 1000000 records, its manifest says \d+$/) as string,
    ],
    [
      'without a statement that answers need',
      { scopeTables: () => oneStep(() => [{ name: 'other', tables: [] }] as never) },
      'it has no statement for "other" answers',
    ],
  ])('%s is not loaded, with the reason', async (_what, changes, fault) => {
    const { load } = await stored();

    expect(load(changes)).toEqual({ ok: false, fault });
  });

  it('by a key that is not trusted is not loaded', async () => {
    const { load } = await stored();

    expect(load({}, new Map())).toMatchObject({ ok: false });
  });
});
