import 'reflect-metadata';
import { QUERIES, type AnyQuery } from '@stackcheck/queries';
import fc from 'fast-check';
import request from 'supertest';
import { CATALOGUE } from '../catalogue/catalogue';
import { corpusLines, corpusNote, publishedData } from '../testing/corpora';
import { DataFolder } from '../testing/data-folder';
import { anyChange, changed } from '../testing/hostile-inputs';
import { OfflineData } from '../testing/offline-data';
import { proseFaults } from '../testing/prose-faults';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const query = (id: string): AnyQuery => QUERIES.find((each) => each.id === id)!;

function exampleOf(id: string): object {
  const { example } = CATALOGUE.find(({ operationId }) => operationId === `service_${id}`)!;
  return (example.body as object | undefined) ?? { ...example.pathParams, ...example.queryParams };
}

/** What entries of each kind are known of, unknown, misspelt, too old, too new, without a version, or no such thing at all. */
const IMAGES = [
  ...[
    'node:18-alpine',
    'node',
    'node:slim',
    'nodde:20',
    'openjdk',
    'openjdk:8-jdk-slim',
    'openjdk:jdk-slim',
    'scratch',
  ],
  ...['python:3.2', 'python:3', 'python:99', 'python:3.12-jdk17', 'maven:3-jdk-11', `node@sha256:${'0'.repeat(64)}`],
  ...[
    'ghcr.io/acme/anvil:1-bookworm',
    'tomcat:9-jdk8',
    'postgress:13',
    'alpine',
    'alpine:edge',
    'debian:99',
    'mongo:7',
  ],
];
const BAD_IMAGES = ['no image!', 'a:b:c', 'UPPER/case', 'FROM', 'node:${NODE_V}', `node@sha256:0`, '', 'x'.repeat(300)];
const ITEMS = [
  ...[
    'nodejs 18',
    'node.js 24',
    'python 2.7',
    'python 99',
    'java 17',
    'openjdk 8',
    'windows 11',
    'postgress 13',
    'x 1',
  ],
  ...['django 3.2', 'spring-boot 2.7', 'log4j 2.14.1', 'ubuntu 24.04', 'openssl 1.1.1', 'rhel 7', '-- --', 'go latest'],
].map((text) => ({ product: text.split(' ')[0]!, version: text.split(' ')[1]! }));
const CVES = ['CVE-2021-44228', 'CVE-1999-0001', 'CVE-2023-45857', 'CVE-2024-3094'];
const PACKAGES = [
  ...[
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
    'pkg:npm/lodash@4.17.20',
    'pkg:npm/lodahs@1.0.0',
    'pkg:npm/x',
  ],
  ...[
    'pkg:pypi/django@3.2.25',
    'pkg:deb/debian/openssl@1',
    'pkg:nmp/x@1',
    'nothing',
    'pkg:golang/golang.org/x/crypto@v0.1.0',
  ],
];

const batches = <T>(entries: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, (at + 1) * size));

/** All batches of a corpus, or some of them from all over it. */
const chosen = <T>(entries: readonly T[]): readonly T[] =>
  process.env['CAMPAIGN'] === 'full' ? entries : entries.filter((_entry, at) => at % 5 === 0);

const versions = corpusLines<{ product: string; version: string }>('eol/real_versions.jsonl');
const tags = corpusLines<{ input: string }>('images/official_truth.jsonl');
const references = corpusLines<{ input: string }>('images/reference_grammar.jsonl');
const purls = corpusLines<{ purl: string }>('osv/osvdev_answers.jsonl');
const CORPUS: readonly (readonly [file: string, id: string, inputs: readonly object[]])[] = [
  [
    'eol/real_versions.jsonl',
    'stack_check',
    batches(
      versions.map(({ product, version }) => ({ product, version })),
      50,
    ).map((items) => ({ items })),
  ],
  [
    'images/official_truth.jsonl',
    'stack_check',
    batches(
      tags.map(({ input }) => input),
      50,
    ).map((images) => ({ images })),
  ],
  ['images/reference_grammar.jsonl', 'eol_image', references.map(({ input }) => ({ image: input }))],
  [
    'osv/osvdev_answers.jsonl',
    'stack_check',
    batches(
      purls.map(({ purl }) => purl),
      10,
    ).map((packages) => ({ packages })),
  ],
];

describe('a fault of prose', () => {
  it.each([
    ['no version in the tag; pin one such as openjdk:VERSION', 'VERSION'],
    ['paid routes are paused (switch)', '(switch)'],
    ['The header is malformed at as a whole.', 'as a whole'],
    ['end of life in 1 days', '1 days'],
    ['1 other vulnerabilities', '1 other vulnerabilities'],
    ['safe from undefined', 'undefined'],
    ['safe from null', 'null'],
    ['[object Object] is unknown', '[object'],
    ['the the version', 'the the'],
  ])('is found in %j', (message, fault) => {
    expect(proseFaults({ error: { message } }, '')).toEqual([`${JSON.stringify(fault)} in: ${message}`]);
  });

  it('is none where the caller sent it, nor outside sentences', () => {
    expect(proseFaults({ message: 'VERSION is not known', id: '[object' }, '{"id":"VERSION"}')).toEqual([]);
  });
});

describe('what callers read is plain: no placeholder, no internal word, no slip of grammar', () => {
  const feed = publishedData('endoflife/products-full.json');
  let api: StarterApi;
  let whole: StarterApi;
  const opened: OfflineData[] = [];

  beforeAll(async () => {
    api = await startStarterApi({ whole: true });
    whole = await startStarterApi({ publish: false });
    if (feed) await new DataFolder(whole.dataDir, whole.clock).ingest('eol', feed);
    await whole.refresh();
    opened.push(await OfflineData.open(api), await OfflineData.open(whole));
  });
  afterAll(async () => {
    for (const data of opened) data.close();
    await api.close();
    await whole.close();
  });

  const faultsOf = (id: string, input: object, at = 0): readonly string[] => {
    const outcome = opened[at]!.outcome(query(id), input);
    return proseFaults(outcome.kind === 'data' ? outcome.data : outcome, JSON.stringify(input));
  };

  it.each(QUERIES.map(({ id }) => id))('%s: its example', (id) => {
    expect(faultsOf(id, exampleOf(id))).toEqual([]);
  });

  it.each(['stack_check', 'stack_watch'])('%s: entries of every kind, alone and together', (id) => {
    const inputs = [
      { items: ITEMS, images: IMAGES, cves: CVES, packages: PACKAGES },
      ...ITEMS.map((item) => ({ items: [item] })),
      ...[...IMAGES, ...BAD_IMAGES].map((image) => ({ images: [image] })),
      ...CVES.map((cve) => ({ cves: [cve], policy: { epss_min: 0.1 } })),
      ...PACKAGES.map((purl) => ({ packages: [purl], policy: { unlisted: 'warn', min_severity: 'low' } })),
      { items: ITEMS, policy: { eol_within_days: 3_650, fail_on: [] } },
      {},
      { items: [], images: [] },
    ];

    expect(inputs.flatMap((input) => faultsOf(id, input))).toEqual([]);
  });

  it('stack_watch: an edit of everything', () => {
    const start = { items: ITEMS, images: IMAGES, packages: PACKAGES, cves: CVES };
    const outcome = opened[0]!.outcome(query('stack_watch'), start);
    const { token } = (outcome as { readonly data: { readonly watch: { readonly token: string } } }).data.watch;

    for (const edit of [
      { remove: { items: ITEMS, images: IMAGES, packages: PACKAGES }, add: { cves: ['CVE-2020-0601'] } },
      { remove: { cves: CVES }, add: { images: ['node:20'], items: [{ product: 'python', version: '3.8' }] } },
      { remove: { cves: ['CVE-2000-0001'] } },
      { add: { images: ['no image!'] } },
    ]) {
      expect(faultsOf('stack_watch', { token, ...edit })).toEqual([]);
    }
  });

  it.each([...IMAGES, ...BAD_IMAGES])('eol_image: %j', (image) => {
    expect(faultsOf('eol_image', { image })).toEqual([]);
  });

  for (const [file, id, inputs] of CORPUS) {
    (inputs.length > 0 ? it : it.skip)(
      `${id}: the lines of ${file}${corpusNote(file)}`,
      () => {
        for (const at of id === 'stack_check' && file.startsWith('osv') ? [0] : [0, 1]) {
          expect(chosen(inputs).flatMap((input) => faultsOf(id, input, at))).toEqual([]);
        }
      },
      180_000,
    );
  }

  it.each(['eol_check', 'kev_check', 'models_cheapest', 'osv_check', 'stack_check', 'stack_watch'])(
    '%s: refusals of random changes, over HTTP (property)',
    async (id) => {
      const { path } = CATALOGUE.find(({ operationId }) => operationId === `service_${id}`)!;
      await fc.assert(
        fc.asyncProperty(fc.array(anyChange, { maxLength: 2 }), async (changes) => {
          api.clock.advance(10_000);
          const body = JSON.stringify(changes.reduce(changed, exampleOf(id)));
          const { text } = await request(api.url).post(path).type('json').set('Prefer', 'validate-only').send(body);

          // A body that would be answered has no words.
          expect(proseFaults(JSON.parse(text || '{}'), body)).toEqual([]);
        }),
        { numRuns: process.env['CAMPAIGN'] === 'full' ? 500 : 60 },
      );
    },
  );

  it.each([
    ...[
      'x',
      '""',
      '[]',
      '1',
      'true',
      '{}',
      '{"x402Version":2}',
      '{"x402Version":1}',
      '{"x402Version":2,"accepted":{},"payload":1}',
    ],
    '{"x402Version":2,"accepted":{"scheme":"exact","network":"x","amount":"-1","asset":"x","payTo":"x"},"payload":{}}',
    '{"x402Version":2,"accepted":{"scheme":1},"payload":{"signature":1}}',
  ])('a payment header that holds %s', async (payload) => {
    for (const name of ['PAYMENT-SIGNATURE', 'X-PAYMENT']) {
      for (const value of [payload, Buffer.from(payload).toString('base64')]) {
        api.clock.advance(3_600_000);
        const { body } = await request(api.url).get('/v1/eol/nodejs').set(name, value).expect('Content-Type', /json/);
        const { error } = body as { readonly error?: object };

        expect(proseFaults({ error }, payload)).toEqual([]);
      }
    }
  });

  it.each(['/docs/errors', '/health', '/v1/nothing', '/v1/validate?id=x', '/v1/eol/manifest'])('%s', async (target) => {
    const { body } = await request(api.url).get(target).accept('application/json').expect('Content-Type', /json/);

    expect(proseFaults(body, target)).toEqual([]);
  });
});
