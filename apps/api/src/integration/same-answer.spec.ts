import 'reflect-metadata';
import { QUERIES, type AnyQuery } from '@stackcheck/queries';
import fc from 'fast-check';
import { CATALOGUE } from '../catalogue/catalogue';
import { corpusLines, corpusNote, publishedData } from '../testing/corpora';
import { DataFolder } from '../testing/data-folder';
import { anyChange, changed } from '../testing/hostile-inputs';
import { ask, OfflineData } from '../testing/offline-data';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const query = (id: string): AnyQuery => QUERIES.find((each) => each.id === id)!;

/** What the input of a query's example looks like, whichever way it is sent. */
function exampleOf(id: string): object {
  const { example } = CATALOGUE.find(({ operationId }) => operationId === `service_${id}`)!;
  return (example.body as object | undefined) ?? { ...example.pathParams, ...example.queryParams };
}

describe('an answer over HTTP is the answer of its query', () => {
  let api: StarterApi;
  let offline: OfflineData;

  beforeAll(async () => {
    api = await startStarterApi({ whole: true });
    offline = await OfflineData.open(api);
  });
  afterAll(async () => {
    offline.close();
    await api.close();
  });

  it.each(QUERIES.map(({ id }) => id))('%s: the example of its route', async (id) => {
    const { expected, answered } = await ask(query(id), exampleOf(id), api, offline);

    expect(answered).toMatchObject({ status: 200 });
    expect(offline.differenceFrom(expected, answered)).toBeUndefined();
  });

  it('eol_check_get: the same items as one text', async () => {
    const input = {
      items: [
        { product: 'nodejs', version: '24' },
        { product: 'python', version: '3.12.4' },
      ],
    };
    const data = query('eol_check').answer(input, offline.deps) as object;
    const response = await api.buy('service_eol_check_get', '/v1/eol/check?items=nodejs@24,python@3.12.4');

    expect((await response.text()).startsWith(`{"data":${JSON.stringify(data)},"meta":`)).toBe(true);
  });

  it('stack_watch: a watch goes on from the token of either', async () => {
    const first = await ask(query('stack_watch'), exampleOf('stack_watch'), api, offline);
    const { watch } = (JSON.parse(first.answered.text) as { data: { watch: { token: string } } }).data;
    for (const more of [
      {},
      { full: true },
      { add: { cves: ['CVE-2023-45857'] } },
      { remove: { cves: ['CVE-1999-0001'] } },
    ]) {
      const { expected, answered } = await ask(query('stack_watch'), { token: watch.token, ...more }, api, offline);

      expect(offline.differenceFrom(expected, answered)).toBeUndefined();
    }
  });

  const changedInputs = [
    'eol_check',
    'epss_check',
    'kev_check',
    'models_cheapest',
    'osv_check',
    'stack_check',
    'stack_watch',
  ];

  it.each(changedInputs)('%s: random changes of it, refusals included', async (id) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 2 }), async (changes) => {
        const { expected, answered } = await ask(query(id), changes.reduce(changed, exampleOf(id)), api, offline);

        expect(offline.differenceFrom(expected, answered)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  const word = fc.oneof(
    fc.constantFrom(
      'nodejs',
      'Node',
      'python',
      '24',
      '3.12.4',
      'v18',
      'postgres',
      'openai',
      'groq',
      'nodejs@24',
      'CVE-2021-44228',
    ),
    fc.constantFrom(
      'node:24-bookworm-slim',
      'FROM python:3.8',
      'pkg:npm/lodash@4.17.20',
      'pkg:npn/lodash',
      'openai/gpt-5',
      '-',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  );
  const texts: Readonly<Record<string, fc.Arbitrary<object>>> = {
    eol_product: fc.record({ product: word }),
    eol_cycle: fc.record({ product: word, cycle: word }),
    eol_image: fc.record({ image: word }),
    models_index: fc.record({ provider: word }, { requiredKeys: [] }),
    validate: fc.record({ dataset: fc.constantFrom('eol', 'epss', 'kev', 'models', 'osv', 'x'), id: word }),
  };

  it.each(Object.entries(texts))('%s: random texts, refusals included', async (id, input) => {
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        const { expected, answered } = await ask(query(id), sent, api, offline);

        expect(offline.differenceFrom(expected, answered)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

/** Of a long file every so manieth line. */
const EVERY = process.env['CAMPAIGN'] === 'full' ? 1 : 7;

/** So many entries in one question. */
function batches<T>(entries: readonly T[], size = 50): T[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, (at + 1) * size));
}

function casesOf<T>(file: string): readonly T[] {
  const lines = corpusLines<T>(file);
  return lines.length < 1_000 ? lines : lines.filter((_, at) => at % EVERY === 0);
}

const versions = casesOf<{ product: string; version: string }>('eol/real_versions.jsonl');
const tags = casesOf<{ input: string }>('images/official_truth.jsonl');
const references = casesOf<{ input: string }>('images/reference_grammar.jsonl');
const purls = casesOf<{ purl: string }>('osv/osvdev_answers.jsonl');
const CASES: readonly (readonly [file: string, id: string, inputs: readonly object[]])[] = [
  [
    'eol/real_versions.jsonl',
    'eol_check',
    batches(versions.map(({ product, version }) => ({ product, version }))).map((items) => ({ items })),
  ],
  ['images/official_truth.jsonl', 'stack_check', batches(tags.map(({ input }) => input)).map((images) => ({ images }))],
  ['images/reference_grammar.jsonl', 'eol_image', references.map(({ input }) => ({ image: input }))],
  ['osv/osvdev_answers.jsonl', 'osv_check', batches(purls.map(({ purl }) => purl)).map((each) => ({ purls: each }))],
];

describe('an answer over HTTP is the answer of its query, for published cases', () => {
  const feed = publishedData('endoflife/products-full.json');
  let selections: StarterApi;
  let whole: StarterApi;
  const offline = new Map<StarterApi, OfflineData>();

  beforeAll(async () => {
    selections = await startStarterApi({ whole: true });
    whole = selections;
    if (feed) {
      whole = await startStarterApi({ publish: false });
      await new DataFolder(whole.dataDir, whole.clock).ingest('eol', feed);
      await whole.refresh();
    }
    for (const api of new Set([selections, whole])) offline.set(api, await OfflineData.open(api));
  });
  afterAll(async () => {
    for (const [api, data] of offline) {
      data.close();
      await api.close();
    }
  });

  for (const [file, id, inputs] of CASES) {
    (inputs.length > 0 ? it : it.skip)(
      `${id}: lines of ${file}, of a long one all with CAMPAIGN=full${corpusNote(file)}`,
      async () => {
        const api = id === 'osv_check' ? selections : whole;
        const data = offline.get(api)!;
        let sold = 0;
        for (const input of inputs) {
          const { expected, answered } = await ask(query(id), input, api, data);

          expect([input, data.differenceFrom(expected, answered)]).toEqual([input, undefined]);
          if (answered.status === 200) sold += 1;
        }
        // Of selections little is known.
        if (api === whole && feed) expect(sold).toBeGreaterThan(0);
      },
      180_000,
    );
  }
});
