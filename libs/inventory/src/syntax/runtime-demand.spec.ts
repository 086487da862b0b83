import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EntryList } from '../entries/entry-list';
import { vendorOf } from './java-vendors';
import { addRuntime } from './runtime-demand';
import { TOOL_PRODUCTS } from './runtime-products';

const cases = readFileSync(join(__dirname, 'runtime-demand.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/(?<!\\)\|/).map((part) => part.trim().replaceAll('\\|', '|')) as [string, string, string]);

describe('a demand for a runtime', () => {
  it.each(cases)('%s %s: %s', (tool, written, expected) => {
    const list = new EntryList();

    addRuntime(list, { tool, written, where: 'here', line: 7 });

    const { products, apart } = list.entries();
    const read = products.map(({ product, version }) => `${product} ${version ?? '?'}`);
    expect([...read, ...apart.map(({ why }) => why)]).toEqual([expected]);
    expect([products[0] ?? apart[0]]).toMatchObject([{ line: 7 }]);
  });

  it('says what was read, as written', () => {
    const list = new EntryList();

    addRuntime(list, { tool: 'node', written: ' >=18 ', where: 'engines.node' });

    expect(list.entries().products).toEqual([{ product: 'nodejs', version: '18', from: 'engines.node ">=18"' }]);
  });
});

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

suite(`products of tools${note}`, () => {
  it('are all published', () => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as {
      readonly result: readonly { readonly name: string }[];
    };
    const published = new Set(feed.result.map(({ name }) => name));
    const vendors = ['temurin', 'dragonwell', 'graalvm-community', 'mandrel', 'oracle', 'oracle-graalvm', 'semeru'];
    const named = [...TOOL_PRODUCTS, ...vendors.map(vendorOf)];

    expect(named.filter((id) => id === null || !published.has(id))).toEqual([]);
  });
});
