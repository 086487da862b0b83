import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import type { StackLists } from '@stackcheck/stack-core/watch';
import type { QueryDeps } from '../query/query';
import { inspectEntries } from './inspect-stack';
import { nothingKnown } from './nothing-known';
import { stackOf } from './stack-input';

const cycle = {
  ...{ name: '3.14', eolFrom: null, codename: null, releaseDate: null, isLts: false, ltsFrom: null },
  ...{ isEol: false, isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
};
const products = new ProductIndex([
  { id: 'python', label: 'Python', aliases: [], category: 'lang', images: ['python'], cycles: [cycle] },
]);
const eol = { products, images: new ImageCatalogue(products), complete: true };
const osv = { covers: () => false, isListed: (_ecosystem: string, [name]: readonly string[]) => name === 'listed' };

/** Data of which nothing may be asked but what is named here. */
function depsOf(known: Readonly<Record<string, object>>): QueryDeps {
  const data = (dataset: string) => {
    const index = known[dataset];
    if (index === undefined) throw new Error(`${dataset} was asked for`);
    return { index, manifest: { dataset, starter: dataset === 'eol' } };
  };
  return { data, peek: () => undefined, today: '2026-11-20' } as unknown as QueryDeps;
}

const SELECTION = ' (only a starter selection of eol is loaded; most of it is missing)';
const NONE = 'no entry of any list is known';
const NO_DATA = 'none of the packages can be checked: packages[0] has no data here (no_data)';

it.each<[string, Partial<StackLists>, Record<string, object>, string, string, readonly string[]]>([
  ['items', { items: [{ product: 'pyhton', version: '1' }] }, { eol }, 'unknown_id', NONE + SELECTION, ['python']],
  ['images', { images: ['pyton:3'] }, { eol }, 'unknown_id', NONE + SELECTION, ['python']],
  ['packages', { packages: ['pkg:npm/x@1.0.0'] }, { osv }, 'unknown_id', `${NONE}; ${NO_DATA}`, []],
  [
    'packages that cannot be read',
    { packages: ['pkg:npm/x', 'nope'] },
    { osv },
    'bad_request',
    'none of the packages can be checked: packages[0] names no version (no_version), packages[1] is no package URL such as pkg:npm/lodash@4.17.21 (invalid_purl)',
    [],
  ],
  [
    'items and packages that cannot be read',
    { items: [{ product: 'pyhton', version: '1' }], packages: ['pkg:npm/x'] },
    { eol, osv },
    'unknown_id',
    `${NONE}${SELECTION}; none of the packages can be checked: packages[0] names no version (no_version)`,
    ['python'],
  ],
])('of a stack with %s nothing is known', (_what, lists, known, code, message, suggestions) => {
  const deps = depsOf(known);
  const error = nothingKnown(stackOf(lists, deps), deps);

  expect([error.code, error.message, error.detail.suggestions ?? []]).toEqual([code, message, suggestions]);
});

it.each<[readonly string[], boolean]>([
  [['pkg:npm/x@1.0.0'], false],
  [['pkg:npm/listed@1.0.0'], true],
  [['pkg:npm/x@1.0.0', 'pkg:npm/listed@1.0.0'], true],
  [['pkg:npm/listed'], false],
])('something is known of the packages %j: %s', (packages, isKnown) => {
  const deps = depsOf({ osv });

  expect(inspectEntries(stackOf({ packages }, deps), deps, () => true, false)).toBe(isKnown);
});
