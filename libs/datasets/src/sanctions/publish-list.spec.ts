import { LiveSnapshots } from '../serve/live-snapshots';
import { IngestHarness, listBytes, madeUpAddress, smallList } from '../testing';
import { finish } from '../tasks/cooperative-task';
import { CANARIES } from './canaries';
import { sanctionsDataset } from './dataset';
import { guardSanctions } from './guards';
import type { SanctionsSnapshot } from './records';

const HOUR = 3_600_000;

let harness: IngestHarness;
let live: LiveSnapshots;
beforeEach(() => {
  harness = new IngestHarness('sanctions');
  live = new LiveSnapshots({ reader: harness.store, verifiers: () => harness.verifiers, clock: harness.clock });
});

const isBlocked = (address: string): boolean | undefined => live.current('sanctions')?.index.has(address);

async function list(body: Uint8Array, etag: string): Promise<string> {
  harness.upstream.serve(body, etag);
  const { kind } = await harness.publish();
  await live.refresh();
  harness.clock.advance(HOUR);
  return kind;
}

describe('publishing the block list', () => {
  it('gives a signed snapshot of its own chain, which blocks who is listed', async () => {
    expect(await list(smallList(), '"a"')).toBe('published');

    expect(live.current('sanctions')?.manifest.snapshot_id).toMatch(/^sanctions-\d{8}T\d{6}Z-[0-9a-f]{8}$/);
    expect(live.status('sanctions')).toMatchObject({ recordCount: CANARIES.length + 24, starter: false });
    expect([isBlocked(CANARIES[0]!), isBlocked(madeUpAddress(1)), isBlocked(madeUpAddress(99))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('follows listings and delistings from one refresh to the next', async () => {
    await list(smallList([madeUpAddress(77)]), '"a"');
    expect(isBlocked(madeUpAddress(77))).toBe(true);

    expect(await list(smallList([madeUpAddress(78)]), '"b"')).toBe('published');

    expect([isBlocked(madeUpAddress(77)), isBlocked(madeUpAddress(78))]).toEqual([false, true]);
  });

  it('counts "not modified" as a refresh', async () => {
    await list(smallList(), '"a"');
    const before = live.status('sanctions').refreshedAt;

    expect(await list(smallList(), '"a"')).toBe('unchanged');

    expect(Date.parse(live.status('sanctions').refreshedAt!)).toBeGreaterThan(Date.parse(before!));
  });

  it.each<[string, Uint8Array, string]>([
    ['an empty list', listBytes([]), 'empty'],
    ['a list of other chains only', listBytes([{ address: '1abc', chain: 'XBT' }]), 'empty'],
    ['a list that lost a long-listed address', without(CANARIES[2]!), 'canary_changed'],
    ['a list that lost more than a fifth', without(...range(1, 7)), 'shrunken'],
    [
      'a list that lost more than a fifth and gained as many',
      without(...range(1, 7), ...range(900, 906).map((address) => `+${address}`)),
      'shrunken',
    ],
    ['a list with an unreadable address', smallList(['0x12']), 'address_refused'],
  ])('keeps the last good list on %s', async (_what, body, rule) => {
    await list(smallList(), '"a"');
    harness.upstream.serve(body, '"b"');

    expect(await harness.publish()).toMatchObject({
      kind: 'refused',
      rules: expect.arrayContaining([rule]) as string[],
    });

    await live.refresh();
    expect(isBlocked(madeUpAddress(1))).toBe(true);
    expect(live.status('sanctions').refusal).toContain(rule);
  });

  it('believes the loss of a fifth, and more when an operator accepts this very list', async () => {
    await list(smallList(), '"a"');
    expect(await list(without(...range(1, 6)), '"b"')).toBe('published');
    harness.upstream.serve(without(...range(1, 20)), '"c"');
    const refused = await harness.publish();

    expect(refused.kind === 'refused' && refused.rules).toEqual(['shrunken']);
    expect(JSON.stringify(refused)).toContain(`e.g. ${madeUpAddress(7)}`);
    const acceptSha256 = refused.kind === 'refused' ? refused.sha256 : null;
    expect(await harness.publish({ acceptSha256 })).toMatchObject({ kind: 'published' });
    await live.refresh();
    expect(isBlocked(madeUpAddress(7))).toBe(false);
  });

  it('goes on after an operator accepted what cannot be read, until something else cannot', async () => {
    harness.upstream.serve(smallList(['0x12']), '"a"');
    const refused = await harness.publish();
    const acceptSha256 = refused.kind === 'refused' ? refused.sha256 : null;
    expect(await harness.publish({ acceptSha256 })).toMatchObject({ kind: 'published' });

    expect(await list(smallList(['0x12', madeUpAddress(90)]), '"b"')).toBe('published');
    expect(isBlocked(madeUpAddress(90))).toBe(true);
    expect(await list(smallList(['0x12', '0x34']), '"c"')).toBe('refused');
  });

  it('cannot be made to publish an empty list by accepting it', async () => {
    harness.upstream.serve(listBytes([]), '"a"');
    const refused = await harness.publish();
    const acceptSha256 = refused.kind === 'refused' ? refused.sha256 : null;

    expect(await harness.publish({ acceptSha256 })).toMatchObject({ kind: 'refused', rules: ['empty'] });
  });
});

describe('guards of the block list', () => {
  const content = (...addresses: string[]): SanctionsSnapshot => ({
    dataset: 'sanctions',
    meta: { upstream_schema_version: 'test' },
    addresses: [...CANARIES, ...addresses].map((address) => ({ address, listed_as: [] })),
    unread: [],
  });
  const rulesOf = (snapshot: SanctionsSnapshot): string[] =>
    guardSanctions(snapshot, undefined).map(({ rule }) => rule);
  const sorted = (snapshot: SanctionsSnapshot): SanctionsSnapshot => ({
    ...snapshot,
    addresses: [...snapshot.addresses].sort((a, b) => (a.address < b.address ? -1 : 1)),
  });

  it('pass a sorted list and refuse another form, order or a repetition', () => {
    expect(rulesOf(sorted(content()))).toEqual([]);
    expect(rulesOf(sorted(content('0xABCDEF0000000000000000000000000000000000')))).toEqual(['address_refused']);
    expect(rulesOf(content('0x0000000000000000000000000000000000000001'))).toContain('name_not_unique');
    expect(rulesOf(sorted(content(CANARIES[0]!)))).toEqual(['name_not_unique']);
  });

  it('an index that lost an address fails its self-test', () => {
    const full = sorted(content(madeUpAddress(5)));

    expect(finish(sanctionsDataset.selfTest(finish(sanctionsDataset.index(sorted(content()))), full))).toMatch(
      /of 7 addresses/,
    );
    expect(
      finish(sanctionsDataset.selfTest(finish(sanctionsDataset.index(sorted(content(madeUpAddress(6))))), full)),
    ).toMatch(/listed and not found/);
  });
});

/** The small list without some addresses; a `+` before one adds it. */
function without(...changes: readonly string[]): Uint8Array {
  const added = changes.filter((change) => change.startsWith('+')).map((change) => change.slice(1));
  const rows = JSON.parse(new TextDecoder().decode(smallList(added))) as { address: string }[];
  return listBytes(rows.filter(({ address }) => !changes.includes(address)));
}

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => madeUpAddress(from + index));
}
