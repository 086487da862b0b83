import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { ProductIndex } from '../products/product-index';
import { makeProduct } from '../testing/make-product';
import { ProductCpes } from './product-cpes';
import { readCpe } from './read-cpe';

const product = (id: string, cpes: readonly string[], category = 'app') =>
  makeProduct(id, ['1'], { category, identifiers: cpes.map((cpe) => ({ type: 'cpe', id: cpe })) });

const cpes = ProductCpes.of(
  new ProductIndex([
    product('nginx', ['cpe:/a:nginx:nginx', 'cpe:2.3:a:nginx:nginx', 'cpe:2.3:a:f5:nginx']),
    product('nodejs', ['cpe:2.3:a:nodejs:node.js']),
    product('one', ['cpe:2.3:a:shared:name']),
    product('two', ['cpe:/a:shared:name']),
    product('centos', ['cpe:/o:centos:centos'], 'os'),
    product('sles', ['cpe:/o:suse:sles'], 'os'),
    makeProduct('plain', ['1']),
  ]),
)!;

describe('the product of a CPE', () => {
  it.each([
    ['cpe:2.3:a:nginx:nginx:1.21.1', 'nginx 1.21.1'],
    ['cpe:2.3:a:nginx:nginx:1.21.1:*:*:*:*:*:*:*', 'nginx 1.21.1'],
    ['cpe:/a:F5:Nginx:1.21.1', 'nginx 1.21.1'],
    ['cpe:2.3:a:nodejs:node.js:18.12.0:*:*:*:lts:*:*:*', 'nodejs 18.12.0'],
    ['cpe:2.3:a:nodejs:node\\.js:18.12.0:*:*:*:*:*:*:*', 'nodejs 18.12.0'],
    ['cpe:/a:nodejs:node%2ejs:18', 'nodejs 18'],
    ['cpe:2.3:*:nginx:nginx:*:*:*:*:*:*:*:*', 'nginx ?'],
    ['cpe:2.3:a:nginx:nginx:-:*:*:*:*:*:*:*', 'nginx ?'],
    ['cpe:/a:nginx:nginx', 'nginx ?'],
    ['cpe:2.3:o:nginx:nginx:1', 'none'],
    ['cpe:2.3:a:shared:name:1', 'one or two'],
    ['cpe:/o:centos:centos:7', 'centos 7'],
    ['cpe:/o:centos:centos:9', 'centos-stream 9'],
    ['cpe:/o:suse:sles:15:sp4', 'sles 15.4'],
    ['cpe:/o:suse:sles:15', 'sles 15'],
    ['cpe:2.3:a:nginx', 'none'],
    ['cpe:2.3:a:*:nginx:1', 'none'],
    ['nginx', 'none'],
    ['', 'none'],
  ])('%s is %s', (cpe, expected) => {
    const owner = cpes.ownerOf(cpe);
    const found = owner?.kind === 'product' ? `${owner.product} ${owner.version ?? '?'}` : owner?.products.join(' or ');

    expect(found ?? 'none').toBe(expected);
  });

  it('is not known of a snapshot without identifiers', () => {
    expect(ProductCpes.of(new ProductIndex([makeProduct('plain', ['1'])]))).toBeUndefined();
  });

  it('has its parts read back from either form', () => {
    const word = fc.stringMatching(/^[a-z0-9_.!+-]{1,12}$/).filter((text) => text !== '-');
    fc.assert(
      fc.property(word, word, word, (vendor, name, version) => {
        const escaped = [vendor, name, version].map((text) => text.replace(/[!+.-]/g, '\\$&'));
        const encoded = [vendor, name, version].map((text) =>
          text.replace(/[!+]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
        );
        const expected = { part: 'a', vendor, product: name, version, update: null };

        expect(readCpe(`cpe:2.3:a:${escaped.join(':')}:*:*:*:*:*:*:*`)).toEqual(expected);
        expect(readCpe(`cpe:/a:${encoded.join(':')}`)).toEqual(expected);
      }),
    );
  });
});

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

suite(`CPEs of the published products${note}`, () => {
  it('name their products, but for those that two products have', () => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly Published[] };
    const published = feed.result.map(({ name, category, identifiers }) =>
      makeProduct(name, [], { category, identifiers }),
    );
    const all = ProductCpes.of(new ProductIndex(published))!;
    const ambiguous = new Set<string>();
    let count = 0;

    for (const { name, identifiers } of feed.result) {
      for (const { type, id } of identifiers) {
        if (type !== 'cpe') continue;
        count += 1;
        const owner = all.ownerOf(id);
        if (owner?.kind === 'ambiguous') ambiguous.add(owner.products.join(' '));
        else expect([id, owner?.product]).toEqual([id, name]);
      }
    }

    expect([...ambiguous]).toEqual(['ansible ansible-core']);
    expect(count).toBeGreaterThanOrEqual(479);
  });
});

interface Published {
  readonly name: string;
  readonly category: string;
  readonly identifiers: readonly { readonly type: string; readonly id: string }[];
}
