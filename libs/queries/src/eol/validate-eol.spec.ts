import { ProductIndex } from '@stackcheck/eol-core';
import { validateEol } from './validate-eol';

const cycle = {
  name: '24',
  ...{ codename: null, releaseDate: null, isLts: false, ltsFrom: null, isEol: false, eolFrom: null },
  ...{ isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
};
const products = new ProductIndex([
  { id: 'nodejs', label: 'Node.js', aliases: ['node'], category: 'lang', images: [], cycles: [cycle], identifiers: [] },
]);
const judge = (id: string) => validateEol({ products, packages: undefined }, id);

it.each([
  ['nodejs', 'nodejs'],
  ['Node.js', 'nodejs'],
  ['nodejs@', 'nodejs'],
  ['@nodejs', 'nodejs'],
  ['node@24', 'nodejs@24'],
  ['node@24.1', 'nodejs@24.1'],
])('%s is the id %s', (id, canonical) => {
  expect(judge(id)).toEqual({ valid: true, canonical, reason: null, suggestions: [] });
});

it.each([
  ['nodejs@99', 'unknown_version', ['nodejs@24']],
  ['nodjs', 'unknown_product', ['nodejs']],
  ['nodjs@24', 'unknown_product', ['nodejs']],
  ['pkg:npm/nodejs@24', 'unknown_product', []],
  [' PKG:npm/nodejs@24', 'unknown_product', []],
])('%s is none: %s, but may be %j', (id, reason, suggestions) => {
  expect(judge(id)).toEqual({ valid: false, canonical: null, reason, suggestions });
});
