import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KevIndex } from '@stackcheck/kev-core';
import { ModelIndex } from '@stackcheck/models-core';
import { ProductIndex } from '@stackcheck/eol-core';
import { eolDataset } from '../eol/dataset';
import { epssDataset } from '../epss/dataset';
import { kevDataset } from '../kev/dataset';
import { modelsDataset } from '../models/dataset';
import { finish } from '../tasks/cooperative-task';
import { smallCatalogue } from '../testing/small-catalogue';
import {
  entriesFromKev,
  modelsFromModelsDev,
  productsFromEndoflife,
  readOsvRecord,
  scoresFromEpss,
  UpstreamShapeError,
} from './index';
import { JSON_READERS, OSV_RECORD, SCORES } from './testing/readers';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const data = join(corpora, '../data');
const there = existsSync(join(data, 'endoflife/products-full.json'));
const bytesOf = (file: string): Uint8Array => (there ? readFileSync(join(data, file)) : new Uint8Array());

(there ? describe : describe.skip)(`upstream's own documents${there ? '' : ' (data is missing)'}`, () => {
  it('of endoflife.date give the products that a snapshot of them gives', () => {
    const body = bytesOf('endoflife/products-full.json');
    const products = productsFromEndoflife(body);

    const index = finish(eolDataset.index(eolDataset.read(body)));
    expect(products).toEqual(index.products.products.map(({ product }) => product));
    expect(new ProductIndex(products).find('nodejs')?.product.label).toBe('Node.js');
  });

  it('of CISA give the entries that a snapshot of them gives', () => {
    const body = bytesOf('kev/known_exploited_vulnerabilities.json');
    const { catalogVersion, entries } = entriesFromKev(body);

    const index = finish(kevDataset.index(kevDataset.read(body)));
    expect(entries).toEqual([...index.entries()]);
    expect(new KevIndex(catalogVersion, entries)).toEqual(index);
  });

  it('of models.dev give the models that a snapshot of them gives', () => {
    const body = bytesOf('models/api.json');
    const { models, providers } = modelsFromModelsDev(body);

    const index = finish(modelsDataset.index(modelsDataset.read(body)));
    expect(ModelIndex.of(models, providers).models).toEqual(index.models.models);
  });
});

describe('the scores of a day', () => {
  it('are those that a snapshot of them gives', () => {
    const scores = scoresFromEpss(SCORES);

    expect(scores).toEqual(finish(epssDataset.index(epssDataset.read(new TextEncoder().encode(SCORES)))));
    expect(scores.facts).toEqual({ modelVersion: 'v2025.03.14', scoreDate: '2026-11-19' });
  });

  it.each<[string, string, string, string]>([
    ['no scores', 'wrong_form', 'line 1', ''],
    ['no header', 'wrong_form', 'line 2', SCORES.replace('cve,epss', 'id,epss')],
    ['a score of words', 'wrong_form', 'line 4', withLine(4, 'CVE-2021-44228,high,1')],
    ['a score above 1', 'wrong_form', 'line 4', withLine(4, 'CVE-2021-44228,1.1,1')],
    ['a CVE twice', 'contradictory', 'line 4', withLine(4, SCORES.split('\n')[2]!)],
  ])('are refused where there is %s: %s at %s', (_what, code, place, text) => {
    expect(faultOf(() => scoresFromEpss(text))).toEqual({ code, place });
  });

  function withLine(number: number, line: string): string {
    return SCORES.split('\n')
      .map((before, at) => (at === number - 1 ? line : before))
      .join('\n');
  }
});

describe.each(JSON_READERS.filter(({ takesText }) => takesText))('$name', ({ good, read }) => {
  it('reads a text, its bytes and what JSON.parse makes of it alike', () => {
    const text = JSON.stringify(good);
    const expected = read(good);

    expect(read(text)).toEqual(expected);
    expect(read(new TextEncoder().encode(text))).toEqual(expected);
  });
});

describe('a document that is at fault', () => {
  it.each<[string, string, () => unknown]>([
    ['not_json', '', () => productsFromEndoflife('{')],
    ['not_json', '', () => entriesFromKev(Uint8Array.of(0xff, 0xfe))],
    ['not_json', '', () => modelsFromModelsDev('')],
    ['wrong_form', '', () => productsFromEndoflife([])],
    ['wrong_form', 'result[0].releases[0].eolFrom', () => productsFromEndoflife(endoflife({ eolFrom: '2026-02-30' }))],
    ['wrong_form', 'result[0].releases[0].eolFrom', () => productsFromEndoflife(endoflife({ eolFrom: undefined }))],
    ['contradictory', 'total', () => productsFromEndoflife({ ...endoflife({}), total: 2 })],
    ['contradictory', 'result[1].name', () => productsFromEndoflife(twice(endoflife({})))],
    ['wrong_form', 'vulnerabilities[0].dueDate', () => entriesFromKev(kev({ dueDate: 'soon' }))],
    ['wrong_form', 'vulnerabilities[0].cveID', () => entriesFromKev(kev({ cveID: 'CVE-0000-0000' }))],
    ['contradictory', 'vulnerabilities[1].cveID', () => entriesFromKev(kev({ cveID: 'CVE-2026-70001' }, {}))],
    ['wrong_form', 'acme.models["a/b-1.0"].limit.context', () => modelsFromModelsDev(models({ limit: { output: 1 } }))],
    ['contradictory', 'acme.models["a/b-1.0"].id', () => modelsFromModelsDev(models({ id: 'other' }))],
    ['contradictory', 'acme.models["a/b-1.0"].cost.tiers[1].tier.size', () => modelsFromModelsDev(models(TWO_TIERS))],
    ['contradictory', 'acme.name', () => modelsFromModelsDev('{"acme":{"name":"A","name":"B"}}')],
  ])('is refused with code %s at "%s"', (code, place, read) => {
    expect(faultOf(read)).toEqual({ code, place });
  });

  it('of OSV is a value with its place', () => {
    const [first] = OSV_RECORD.affected;

    expect(readOsvRecord({ ...OSV_RECORD, affected: [{ ...first, versions: ['1.0', 2] }] })).toEqual({
      ok: false,
      code: 'wrong_form',
      place: 'affected[0].versions[1]',
      fault: 'affected[0].versions[1] is no text',
    });
  });
});

const TWO_TIERS = {
  cost: {
    input: 1,
    output: 1,
    tiers: [200, 200].map((size) => ({ input: 2, output: 2, tier: { type: 'context', size } })),
  },
};

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UpstreamShapeError)) throw error;
    return { code: error.code, place: error.place };
  }
}

interface EndoflifeDocument {
  readonly total: number;
  readonly result: readonly { readonly releases: readonly object[] }[];
}

function endoflife(release: object): EndoflifeDocument {
  const [product] = (JSON_READERS[0]!.good as EndoflifeDocument).result;
  const releases = [{ ...product!.releases[0], ...release }];
  return { ...(JSON_READERS[0]!.good as EndoflifeDocument), total: 1, result: [{ ...product!, releases }] };
}

function twice({ result, ...document }: EndoflifeDocument): object {
  return { ...document, total: 2, result: [...result, ...result] };
}

function kev(...changes: readonly object[]): object {
  const catalogue = smallCatalogue();
  const made = catalogue.vulnerabilities.find(({ cveID }) => cveID === 'CVE-2026-70001');
  return { ...catalogue, count: changes.length, vulnerabilities: changes.map((change) => ({ ...made, ...change })) };
}

function models(change: object): object {
  const acme = (JSON_READERS[2]!.good as { acme: { models: Record<string, object> } }).acme;
  return { acme: { ...acme, models: { 'a/b-1.0': { ...acme.models['model-10'], id: 'a/b-1.0', ...change } } } };
}
