import { catalogueBytes, refusalOf, smallCatalogue } from '../testing';
import { CANARIES } from './canaries';
import { kevDataset } from './dataset';
import { entry, having, listing, madeUp, SOMEBODYS, without } from './testing/changed-catalogue';

const good = smallCatalogue();
const previous = kevDataset.read(catalogueBytes(good));

const releasedAgain = { catalogVersion: '2026.11.20', dateReleased: '2026-11-20T10:00:00Z' };

/** What is refused as the successor of the small catalogue, though it would do by itself. */
const AS_SUCCESSOR: readonly (readonly [string, unknown, RegExp])[] = [
  [
    'an earlier release',
    having({ dateReleased: '2026-11-19T17:03:10Z' }),
    /^version_reversed: version 2026.11.19 of 2026-11-19T17:03:10.000Z is older/,
  ],
  [
    'an earlier version',
    having({ catalogVersion: '2026.11.18', dateReleased: '2026-11-20T10:00:00Z' }),
    /^version_reversed: version 2026.11.18/,
  ],
  [
    'an earlier version with more digits',
    having({ ...releasedAgain, catalogVersion: '2026.9.30' }),
    /^version_reversed: version 2026.9.30/,
  ],
  [
    'two entries of two hundred gone',
    listing(without(['CVE-2026-70001', 'CVE-2026-70002'])),
    /^shrunken: 2 of 200 listed vulnerabilities are gone, e.g. CVE-2026-70001, CVE-2026-70002/,
  ],
  [
    'two gone and three come',
    listing([
      ...without(['CVE-2026-70001', 'CVE-2026-70002']),
      ...['CVE-2026-80001', 'CVE-2026-80002', 'CVE-2026-80003'].map((cveID) => ({
        ...good.vulnerabilities[199]!,
        cveID,
      })),
    ]),
    /^shrunken: 2 of 200/,
  ],
  [
    'more than a tenth edited',
    madeUp(21, { shortDescription: 'Another.' }),
    /^drifted: 21 of 200 known entries changed/,
  ],
  ['due dates of more than a tenth moved', madeUp(21, { dueDate: '2026-12-04' }), /^drifted: 21 of 200 known entries/],
  [
    'days of listing rewritten',
    madeUp(3, { dateAdded: '2026-11-03' }),
    /^drifted: 3 of 200 known days of listing changed/,
  ],
];

describe('a successor is refused, and the reason given, that is', () => {
  it.each(AS_SUCCESSOR)('%s', (_what, document, reason) => {
    expect(refusalOf(kevDataset, catalogueBytes(document))).toBeUndefined();
    expect(refusalOf(kevDataset, catalogueBytes(document), previous)).toMatch(reason);
  });

  it('a successor without its known uses by ransomware', () => {
    const flagged = kevDataset.read(catalogueBytes(madeUp(50, { knownRansomwareCampaignUse: 'Known' })));

    expect(refusalOf(kevDataset, catalogueBytes(madeUp(49, { knownRansomwareCampaignUse: 'Known' })), flagged)).toMatch(
      /^drifted: 1 of 50 known ransomware flags changed/,
    );
  });
});

describe('a feed is taken', () => {
  it.each<[string, unknown]>([
    ['as it is', good],
    ['with one entry of two hundred gone', listing(without([SOMEBODYS]))],
    ['with a tenth edited', madeUp(20, { shortDescription: 'Another.' })],
    ['with a listing dated the day after the release', entry({ dateAdded: '2026-11-20' })],
    ['with a few entries due before they were listed', madeUp(20, { dueDate: '2026-11-01' })],
    ['with a version of four parts', having({ catalogVersion: '2026.11.19.1' })],
    [
      'with the ten thousandth addition',
      listing([...good.vulnerabilities, { ...good.vulnerabilities[199]!, cveID: 'CVE-2026-1234567890123456789' }]),
    ],
  ])('%s', (_what, document) => {
    expect(refusalOf(kevDataset, catalogueBytes(document))).toBeUndefined();
    expect(refusalOf(kevDataset, catalogueBytes(document), previous)).toBeUndefined();
  });

  it('by an operator who looked, but never with what no caller could be answered from', () => {
    const overridable = (document: unknown): readonly boolean[] =>
      kevDataset.guard(kevDataset.read(catalogueBytes(document)), previous).map((fault) => fault.overridable);

    expect(overridable(listing(without(['CVE-2021-44228', ...CANARIES.slice(0, 3).map(({ cve }) => cve)])))).toEqual([
      true,
      true,
    ]);
    expect(overridable(entry({ product: 'An\u202evil' }))).toEqual([false]);
    expect(overridable(entry({ cveID: 'CVE-0026-70001' }))).toContain(false);
    expect(overridable(listing([]))).toContain(false);
  });
});
