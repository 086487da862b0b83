import type { StackParts } from '../check/parts';
import { REASON_CODES, type Reason } from '../check/reason';
import { adviceOn } from './left-advice';
import type { Move } from './move';

const AGAIN = 'ask again when the whole dataset is at hand';
const REPLACE =
  'no version is known that clears it: replace or remove the package, or make sure that what it concerns is not used';
const MILDER =
  'brings something that is no milder, such as a release cycle that has ended: weigh both, or replace the package';

const listOf = (...results: readonly object[]) => ({ results });
const advise = (said: string, parts: object = {}, later?: Partial<Move>): string => {
  const [code, ref, id = 'x', key = 'x'] = said.split(' ');
  const none = { items: null, images: null, cves: null, packages: null };
  return adviceOn({ code, ref, id, key } as Reason, { ...none, ...parts } as unknown as StackParts, later as Move);
};

it('a further step that clears a reason is advised before all else', () => {
  expect(advise('malware packages/0', {}, { name: 'x', to: '2' })).toBe('a further step clears it: move x to 2');
});

const PACKAGE = { checked: true, complete: true, malware: false, best: null, minimum_safe: null };
const best = (adds: readonly string[]) => ({ version: '2', clears_count: 3, adds });

it.each<[string, string, object, string]>([
  ['that was not checked', 'vulnerable packages/0', { checked: false }, REPLACE],
  ['of which not all is known', 'vulnerable packages/0', { ...PACKAGE, complete: false, malware: true }, AGAIN],
  ['that is malware', 'vulnerable packages/0', { ...PACKAGE, malware: true, minimum_safe: '2' }, 'remove it'],
  ['that no move clears', 'vulnerable packages/0 x k:unfixed', { ...PACKAGE, best: best([]) }, REPLACE],
  ['that a safe version clears', 'kev packages/0', { ...PACKAGE, minimum_safe: '2' }, `2 clears it, and ${MILDER}`],
  ['that nothing clears', 'epss packages/0', PACKAGE, REPLACE],
  [
    'of which some are cleared',
    'unscored packages/0',
    { ...PACKAGE, best: best([]) },
    `2 clears 3 of them, and ${MILDER}`,
  ],
  [
    'of which a move brings others',
    'vulnerable_below packages/0',
    { ...PACKAGE, best: best(['a', 'b']) },
    `${REPLACE}; 2 clears 3 and brings 2 others`,
  ],
])('against a package %s is advised what would do', (_what, reason, result, advice) => {
  expect(advise(reason, { packages: listOf(result) })).toBe(advice);
});

const found = (change: object) => ({ checked: true, complete: true, vulnerable: true, minimum_safe: '2', ...change });

it.each<[string, readonly object[] | null, string]>([
  ['without packages', null, 'move to a release that nothing is known against: '],
  ['of which not all is known', [found({ complete: false }), found({})], AGAIN],
  ['of which one has no safe version', [found({ name: 'a' }), found({ minimum_safe: null })], REPLACE],
  [
    'with safe versions',
    [
      found({ name: 'a' }),
      found({ name: 'b', vulnerable: false }),
      { checked: false },
      ...['c', 'd', 'e'].map((name) => found({ name, minimum_safe: '3' })),
    ],
    'move to a release that nothing is known against: a is safe from 2, c is safe from 3, d is safe from 3',
  ],
])('against an item %s is advised what would do', (_what, packages, advice) => {
  expect(advise('vulnerable items/0', { items: listOf({ packages }) })).toBe(advice);
});

const LOOK = (what: string): string =>
  `look for ${what} in what you run, and send it as an item, image or package to hear where to move to`;

it.each<[string, object, string]>([
  ['a CVE', { cves: listOf({}, { listed: true, entry: { vendor: 'Acme', product: 'Anvil' } }) }, LOOK('Acme Anvil')],
  ['a CVE that is not listed', { cves: listOf({}, { listed: false }) }, LOOK('what it is a vulnerability of')],
])('against %s is advised to look for its product', (_what, parts, advice) => {
  expect(advise('kev cves/1', parts)).toBe(advice);
});

it.each<[string, object, string]>([
  [
    'no package',
    { checked: false, reason: 'invalid_purl' },
    'write it as a package URL, such as pkg:npm/lodash@4.17.21',
  ],
  ['no version', { checked: false, reason: 'no_version' }, 'name its version'],
  ['a range', { checked: false, reason: 'invalid_version' }, 'name one version, no range or tag'],
  [
    'another type',
    { checked: false, reason: 'unsupported_type' },
    'no advisories of such packages are known here: look at those of its maker',
  ],
  ['no data', { checked: false, reason: 'no_data' }, AGAIN],
  [
    'no data, and advice',
    { checked: false, reason: 'no_data', advice: 'Name the release.' },
    'name the release, or look at the advisories of its maker',
  ],
  ['all that is needed', { checked: true }, AGAIN],
])('a package that names %s is advised on', (_what, result, advice) => {
  expect(advise('unresolved_package packages/0', { packages: listOf(result) })).toBe(advice);
});

it.each<[string, object, string]>([
  ['unresolved_package items/0', { items: listOf({}) }, AGAIN],
  ['unresolved_package packages/3', { packages: listOf() }, AGAIN],
  [
    'unknown_item items/0',
    { items: listOf({ found: false, suggestions: [] }) },
    'name the product as GET /v1/eol/products lists it',
  ],
  ['unknown_item items/0', { items: listOf({ found: false, suggestions: ['a'] }) }, 'name it as it is listed: a'],
  ['unknown_item items/0', { items: listOf({ found: true }) }, 'name the product as GET /v1/eol/products lists it'],
  [
    'unknown_image images/0',
    { images: listOf({ found: false, suggestions: [] }) },
    'name an image of a known product, or send what it holds as items',
  ],
  ['unknown_image images/0', { images: listOf({ found: false, suggestions: ['a'] }) }, 'name it as it is listed: a'],
  [
    'unknown_image images/0',
    { images: listOf({ found: false, suggestions: ['a@1'] }) },
    'choose a tag that names the version, or send it as an item: a@1',
  ],
])('%s with %j is advised to be named otherwise', (reason, parts, advice) => {
  expect(advise(reason, parts)).toBe(advice);
});

const NO_NEWER = 'no newer cycle that lasts longer is known: replace it';
const MATCH = { resolved: 'x', label: 'X', match: { cycle: '1' } };
const NEAREST = { upgrade: { nearest: { cycle: '2' } } };
const EXTENDED = { match: { cycle: '1', extended_support_until: '2030-01-01' } };

it.each<[string, string, object, string]>([
  [
    'a package',
    'eol packages/0',
    { packages: listOf({ lifecycle: null }) },
    'replace it, or see whether longer support is sold',
  ],
  [
    'a package with a newer cycle',
    'eol_soon packages/0',
    { packages: listOf({ lifecycle: NEAREST }) },
    'look for a version of cycle 2: none that makes nothing worse is known here',
  ],
  ['an item', 'eol items/0 x@1', { items: listOf({ found: true, ...MATCH }) }, NO_NEWER],
  [
    'an item with a newer cycle',
    'eol items/0 x@1',
    { items: listOf({ found: true, ...MATCH, ...NEAREST }) },
    'move to a release of 2',
  ],
  [
    'an item with extended support',
    'eol_soon items/0 x@1',
    { items: listOf({ found: true, ...MATCH, ...EXTENDED }) },
    `${NO_NEWER}, or see whether its extended support, until 2030-01-01, is open to you`,
  ],
  ['an item of another cycle', 'eol items/0 x@9', { items: listOf({ found: true, ...MATCH, ...NEAREST }) }, NO_NEWER],
  [
    'a part of an image',
    'eol images/0 x@1',
    { images: listOf({ found: true, components: [{ resolved: 'y' }, { ...MATCH, ...NEAREST }] }) },
    'choose a tag that holds X 2',
  ],
  [
    'an image without a newer one',
    'eol images/0 x@1',
    { images: listOf({ found: true, upgrade: { why: 'why not' }, components: [MATCH] }) },
    'why not',
  ],
  ['an image', 'eol images/0 x@1', { images: listOf({ found: true, components: [MATCH] }) }, NO_NEWER],
])('the end of %s is advised on', (_what, reason, parts, advice) => {
  expect(advise(reason, parts)).toBe(advice);
});

it.each([
  ['lifecycle_unknown packages/0 x lifecycle_unknown:stack', AGAIN],
  ['lifecycle_unknown packages/0 x lifecycle_unknown:x', 'send the product and its version as an item'],
  ['unknown_release items/0 x unknown_release:x:pre_release', 'move to a release of it'],
  ['unknown_release items/0', 'name a release of it to have its vulnerabilities looked up'],
  ['kev_unknown packages/0', AGAIN],
  ['epss_unknown packages/0', AGAIN],
  ['incomplete_data packages/0', AGAIN],
  ['unknown_image_part images/0', 'choose a tag that names a known version, or send what it holds as an item'],
])('%s: %s', (reason, advice) => {
  expect(advise(reason)).toBe(advice);
});

it.each(REASON_CODES)('there is advice on %s, whatever is missing', (code) => {
  for (const ref of ['items/0', 'images/0', 'cves/0', 'packages/0']) expect(advise(`${code} ${ref}`)).toMatch(/\w/);
});
