import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { feedBytes, smallFeed, withProduct } from '../testing/small-feed';
import { eolDataset } from './dataset';
import { guardEol } from './guards';
import { normaliseEol } from './normalise';
import { readUpstream, type UpstreamDocument } from './upstream';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const path = join(corpora, '../data/endoflife/products-full.json');
const there = existsSync(path);

(there ? describe : describe.skip)(`the whole feed${there ? '' : ' (products-full.json is missing)'}`, () => {
  const body = there ? readFileSync(path) : new Uint8Array();

  it('is taken whole: every product and every cycle, nulls kept', () => {
    const content = eolDataset.read(body);
    const raw = JSON.parse(Buffer.from(body).toString()) as UpstreamDocument;
    const cycles = content.products.flatMap((row) => row.cycles);

    expect(content.products).toHaveLength(464);
    expect(cycles).toHaveLength(8_351);
    expect(cycles.filter(({ eol_from: eol }) => eol === null)).toHaveLength(1_123);
    for (const product of raw.result) {
      const row = content.products.find((one) => one.product === product.name)!;
      expect(row.cycles.map(({ cycle }) => cycle).sort()).toEqual(product.releases.map(({ name }) => name).sort());
      expect(row.aliases).toEqual(product.aliases);
    }
  });

  it('passes every guard', () => {
    const content = eolDataset.read(body);

    expect(guardEol(content, undefined)).toEqual([]);
    expect(guardEol(content, content)).toEqual([]);
  });

  it('lists cycles newest first', () => {
    for (const { cycles } of eolDataset.read(body).products) {
      const days = cycles.map((cycle) => cycle.release_date!);
      expect(days).toEqual([...days].sort().reverse());
    }
  });

  it('finds the images that upstream names', () => {
    const { products } = eolDataset.read(body);

    expect(products.find(({ product }) => product === 'nodejs')!.images).toContain('docker.io/library/node');
    expect(products.filter(({ images }) => images.length > 0).length).toBeGreaterThan(75);
  });
});

describe('reading upstream', () => {
  const feed = smallFeed();

  it('ignores members it does not use', () => {
    const extended = withProduct(
      feed,
      'python',
      (product) => ({ ...product, tags: ['x'], releases: [{ ...product.releases[0]!, custom: {} }] }) as never,
    );

    expect(readUpstream(feedBytes({ ...extended, generated_at: 'x' } as never)).result).toHaveLength(
      feed.result.length,
    );
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['no text', new Uint8Array([0xff, 0xfe, 0x00]), /no JSON text/],
    ['zeros', new Uint8Array(1000), /no JSON text/],
    ['HTML', new TextEncoder().encode('<html></html>'), /no JSON text/],
    ['half a document', feedBytes(feed).slice(0, 5000), /no JSON text/],
    ['another document', new TextEncoder().encode('{"vulnerabilities":[]}'), /schema_version/],
    ['a new major version', feedBytes({ ...feed, schema_version: '2.0.0' }), /schema_version/],
    ['fewer products than announced', feedBytes({ ...feed, total: feed.total + 1 }), /announces/],
    [
      'a product without releases',
      feedBytes(withProduct(feed, 'php', (product) => ({ ...product, releases: undefined }) as never)),
      /product "php".*releases/,
    ],
    ['an impossible day', feedBytes(release({ eolFrom: '2026-02-30' })), /eolFrom.*product "php"/],
    ['a flag as text', feedBytes(release({ isEol: 'true' })), /isEol.*product "php"/],
    ['a missing flag', feedBytes(release({ isLts: undefined })), /product "php".*isLts/],
    ['an empty cycle name', feedBytes(release({ name: '' })), /name.*product "php"/],
  ])('refuses %s and names the place', (_what, body, message) => {
    expect(() => readUpstream(body)).toThrow(UpstreamShapeError);
    expect(() => readUpstream(body)).toThrow(message);
  });

  function release(change: object): UpstreamDocument {
    return withProduct(feed, 'php', (product) => ({
      ...product,
      releases: [{ ...product.releases[0]!, ...change }, ...product.releases.slice(1)],
    }));
  }
});

describe('normalising', () => {
  it('keeps what is unknown as null and an empty latest name as none', () => {
    const bare = withProduct(smallFeed(), 'php', (product) => ({
      ...product,
      releases: [
        { ...product.releases[0]!, name: 'bare', codename: null, isEol: true, eolFrom: null, latest: null },
        {
          ...product.releases[0]!,
          name: 'empty',
          isEoas: null,
          eoasFrom: null,
          latest: { name: '', date: null, link: null },
        },
      ],
    }));

    const row = normaliseEol(bare).products.find(({ product }) => product === 'php')!;

    expect(row.cycles[0]).toMatchObject({ cycle: 'bare', is_eol: true, eol_from: null, is_eoas: null, latest: null });
    expect(row.cycles[1]).toMatchObject({ cycle: 'empty', latest: null, latest_date: null, link: null });
  });

  it('gives the same content whatever the order of products and the time of the build', () => {
    const feed = smallFeed();
    const later = { ...feed, generated_at: 'later', result: [...feed.result].reverse() };

    expect(normaliseEol(later)).toEqual(normaliseEol(feed));
  });
});
