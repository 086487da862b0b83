import { packageChecks } from '../packages';
import { makeCycle, makePackaged, makeSources } from '../testing/make-stack';
import { purlsOf, purlsOfItems, withAdvisories } from './item-advisories';
import type { ItemsReport, PackageFinding } from './parts';

const latest = (name: string) => ({ latest: { name, date: null, link: null } });
const { eol, osv } = makeSources({
  products: [
    makePackaged('one', [makeCycle('1', latest('1.0.9'))], ['pkg:npm/one', 'pkg:pypi/one']),
    makePackaged('none', [makeCycle('1', latest('1.0.9'))], []),
  ],
});
const { at } = packageChecks(osv!);
const item = (product: string, version = '1.0.1') => ({ product, version });

it('each package version that items are is looked up once, in their order', () => {
  const items = [item('none'), item('one'), item('one', '1.0.2'), item('one'), item('one', '1'), item('nobody')];

  expect(purlsOfItems(eol, items, at)).toEqual([
    'pkg:npm/one@1.0.1',
    'pkg:pypi/one@1.0.1',
    'pkg:npm/one@1.0.2',
    'pkg:pypi/one@1.0.2',
  ]);
});

it('nothing is looked up where it is not known what items are', () => {
  expect(purlsOfItems(undefined, [item('one')], at)).toEqual([]);
  expect(purlsOfItems({ index: eol!.index, packages: undefined }, [item('one')], at)).toEqual([]);
});

it.each([
  ['pkg:golang/acme.org/module', 'pkg:golang/acme.org/module@v1.2.3'],
  ['pkg:golang/stdlib', 'pkg:golang/stdlib@1.2.3'],
  ['pkg:npm/golang', 'pkg:npm/golang@1.2.3'],
])('a version of %s is %s', (purl, versioned) => {
  expect(purlsOf({ kind: 'packages', purls: [purl], version: '1.2.3' }, at)).toEqual([versioned]);
  expect(purlsOf({ kind: 'none' }, at)).toEqual([]);
});

describe('the advisories of an item', () => {
  const report = (version: string, product = 'one') =>
    ({ results: [{ index: 0, found: true, ...item(product, version) }] }) as unknown as ItemsReport;
  const finding = (purl: string) => ({ index: 7, purl, checked: false }) as unknown as PackageFinding;
  const byPurl = new Map([
    ['pkg:pypi/one@1.0.1', finding('pkg:pypi/one@1.0.1')],
    ['pkg:npm/one@1.0.1', finding('pkg:npm/one@1.0.1')],
    ['pkg:npm/one@9', finding('pkg:npm/one@9')],
  ]);

  it.each<[string, ItemsReport, boolean, object]>([
    [
      'are those of its packages, in their places',
      report('1.0.1'),
      true,
      {
        packages: [
          { index: 0, purl: 'pkg:npm/one@1.0.1' },
          { index: 1, purl: 'pkg:pypi/one@1.0.1' },
        ],
      },
    ],
    ['are none of a product that is no package', report('1.0.1', 'none'), true, {}],
    [
      'are not known of a cycle',
      report('1'),
      true,
      { packages: null, packages_reason: 'names_a_cycle', packages_example: '1.0.9' },
    ],
    ['are not known where none are at hand', report('1.0.1'), false, { packages: null, packages_reason: 'no_data' }],
  ])('%s', (_what, of, isAtHand, joined) => {
    const [result] = withAdvisories(of, eol!, isAtHand ? { byPurl, at } : undefined).results;

    const { packages, packages_reason, packages_example } = result!;
    const said = Object.entries({ packages, packages_reason, packages_example }).filter(
      ([, part]) => part !== undefined,
    );
    expect(Object.fromEntries(said)).toMatchObject(joined);
    expect(said.map(([name]) => name)).toEqual(Object.keys(joined));
  });
});
