import fc from 'fast-check';

import { worstStatus } from './image-aggregate';
import type { ImageReport } from './image-report';
import { ImageCatalogue } from './image-status';
import { ProductIndex } from '../products/product-index';
import { makeCycle, makeProduct } from '../testing/make-product';

const TODAY = '2026-08-21';
const DIGEST = `sha256:${'0'.repeat(64)}`;

const ended = (name: string, eolFrom: string, codename: string | null = null) => makeCycle(name, { eolFrom, codename });

const catalogue = new ImageCatalogue(
  new ProductIndex([
    makeProduct('nodejs', [ended('24', '2028-04-30'), ended('20', '2026-04-30')], {
      aliases: ['node'],
      label: 'Node.js',
      images: ['docker.io/library/node'],
    }),
    makeProduct('python', [ended('3.14', '2030-10-31'), ended('3.9', '2025-10-31')]),
    makeProduct('mongodb', ['7.3', '7.0'], { aliases: ['mongo'] }),
    makeProduct('debian', [ended('13', '2028-08-09', 'Trixie'), ended('12', '2026-06-10', 'Bookworm')]),
    makeProduct('eclipse-temurin', [ended('21', '2029-12-31')]),
    makeProduct('openjdk-builds-from-oracle', [ended('26', '2026-09-15'), ended('9', '2018-03-20')]),
    makeProduct('ghc', ['9.10', '9']),
    makeProduct('gradle', ['9']),
    makeProduct('sonarqube-server', ['2025.4', '2025.1']),
  ]),
);

function reportOf(image: string): ImageReport {
  const outcome = catalogue.check(image, TODAY);
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.report;
}

describe('a check of an image', () => {
  it('answers in the wire shape, with what was sent', () => {
    const image = `FROM --platform=$BUILDPLATFORM node:20-bookworm@${DIGEST} AS build`;

    expect(reportOf(image)).toEqual({
      image,
      registry: 'docker.io',
      repository: 'node',
      tag: '20-bookworm',
      digest: DIGEST,
      status: 'eol',
      days_until_eol: -113,
      matched: 2,
      complete: true,
      upgrade: expect.objectContaining({ nearest: null, reason: 'digest', complete: true }),
      components: [
        {
          role: 'image',
          product: 'nodejs',
          version: '20',
          matched_by: 'known_image',
          found: true,
          floating: false,
          older_than_listed: false,
          resolved: 'nodejs',
          label: 'Node.js',
          match: expect.objectContaining({ cycle: '20', status: 'eol', days_until_eol: -113 }),
          upgrade: expect.objectContaining({ nearest: expect.objectContaining({ cycle: '24' }), complete: true }),
        },
        {
          role: 'base_os',
          product: 'debian',
          version: 'bookworm',
          found: true,
          floating: false,
          older_than_listed: false,
          resolved: 'debian',
          label: 'debian',
          match: expect.objectContaining({ cycle: '12', codename: 'Bookworm' }),
          upgrade: expect.objectContaining({ nearest: expect.objectContaining({ cycle: '13' }), complete: true }),
        },
      ],
    });
  });

  it('leaves out what the image can be moved to where nobody asks for it', () => {
    const { upgrade, ...rest } = reportOf('node:20-bookworm');

    expect(upgrade).toBeDefined();
    expect(catalogue.check('node:20-bookworm', TODAY, { withTargets: false })).toStrictEqual({
      kind: 'found',
      report: rest,
    });
  });

  it.each([
    ['python:3', { found: true, floating: true, match: expect.objectContaining({ cycle: '3.14' }) }],
    ['python:3.4', { found: true, older_than_listed: true, match: expect.objectContaining({ cycle: '3.9' }) }],
    ['mongo:7', { found: true, floating: true, match: expect.objectContaining({ cycle: '7.0' }) }],
    ['mongo:7.3', { found: true, floating: false, match: expect.objectContaining({ cycle: '7.3' }) }],
    // The table says of this tag that its number is no promise of the newest.
    ['ghc:9-buster', { found: true, floating: false, match: expect.objectContaining({ cycle: '9' }) }],
    [
      'sonarqube:2025-lta-developer',
      { found: true, floating: true, match: expect.objectContaining({ cycle: '2025.1' }) },
    ],
    ['sonarqube:2025-developer-trixie', { found: false, reason: 'unknown_version' }],
    ['example.com/x/node:20', { found: true, matched_by: 'repository_name', product: 'nodejs' }],
    ['node:lts-trixie', { found: false, reason: 'no_version', resolved: 'nodejs', label: 'Node.js', version: null }],
    ['node:99-trixie', { found: false, reason: 'unknown_version', version: '99' }],
    ['python:3.15-rc-trixie', { found: false, reason: 'unknown_version', version: '3.15-rc' }],
    ['openjdk:8-trixie', { found: true, older_than_listed: true, match: expect.objectContaining({ cycle: '9' }) }],
    ['my/app:1-trixie', { found: false, reason: 'unknown_image', product: null }],
    ['docker:29-trixie', { found: false, reason: 'unknown_product', product: 'docker-engine' }],
  ])('%s: its first component is as the tag says', (image, component) => {
    expect(reportOf(image).components[0]).toMatchObject(component);
  });

  it('a runtime of no vendor that the tag names is of a product that is not known, unlike an image', () => {
    expect(reportOf('node:24-jdk17').components[1]).toMatchObject({
      ...{ role: 'runtime', product: null, version: '17', found: false },
      reason: 'unknown_product',
    });
  });

  it('never calls an image clean whose own product is open', () => {
    const { status, complete, matched } = reportOf('node:lts-trixie');

    expect({ status, complete, matched }).toEqual({ status: 'unknown', complete: false, matched: 1 });
  });

  it('a base system without a version leaves the status and is reported', () => {
    const { status, complete, components } = reportOf('node:24-alpine');

    expect({ status, complete }).toEqual({ status: 'supported', complete: false });
    expect(components[1]).toMatchObject({ role: 'base_os', found: false, version: null, reason: 'unknown_product' });
  });

  it.each([
    ['node', 'no version in the tag; pin one such as node:24'],
    ['node:slim', 'the tag slim of node names no version; pin one such as node:24'],
    [`node@${DIGEST}`, 'a digest names no version: send the tag too, such as node:24@sha256:…'],
    [
      'quay.io/x/node:99',
      'version 99 of quay.io/x/node is in no listed cycle of nodejs; pin one such as quay.io/x/node:24',
    ],
    ['docker:29', 'the product docker-engine of docker is not in this dataset'],
    ['my/app:1', 'my/app is not known as the image of a product'],
    ['my/app:1-azurelinux3.0', 'the base system is not in the dataset'],
    ['my/app:1-debian', 'the base system debian has no version in the tag, pin one such as 13'],
    ['my/app:1-jdk17', 'the runtime Java 17 is of a vendor that the tag does not name or the dataset does not list'],
    ['gradle:jdk17', 'the runtime eclipse-temurin 17 is in no listed cycle, pin one such as 21'],
    ['scratch', 'scratch is the empty image'],
    ['constructor:1', 'constructor is not known as the image'],
  ])('%s is unknown, and the message says what is missing', (image, message) => {
    expect(catalogue.check(image, TODAY)).toEqual({
      kind: 'unknown',
      message: expect.stringContaining(message),
      suggestions: expect.any(Array),
    });
  });

  it.each(['', 'Node:20', 'node:$V', 'RUN x', 'node:20\n', 'node:20 latest'])('%j is a fault', (image) => {
    expect(catalogue.check(image, TODAY)).toEqual({ kind: 'fault', message: expect.stringMatching(/\.$/) });
  });

  it('follows the day it is asked for', () => {
    const statusOn = (day: string) => {
      const outcome = catalogue.check('node:20', day);
      return outcome.kind === 'found' && [outcome.report.status, outcome.report.days_until_eol];
    };

    expect([statusOn('2026-04-30'), statusOn('2026-05-01'), statusOn('2026-04-30')]).toEqual([
      ['supported', 0],
      ['eol', -1],
      ['supported', 0],
    ]);
  });

  it('is never thrown over, and its aggregates are those of its components', () => {
    const words = fc.constantFrom(
      ...['FROM ', 'node', 'mongo', 'python', 'library/', 'gcr.io/distroless/', 'java21', ':', '-', '@', DIGEST, '/'],
      ...['20', '3', '3.14', 'debian12', 'debian', 'trixie', 'jdk21', 'openjdk', 'v', 'rc', ' AS x', '$', '__proto__'],
    );
    const almost = fc.array(words, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const input = fc.oneof(almost, fc.string({ unit: 'binary', maxLength: 256 })).map((text) => text.slice(0, 256));
    fc.assert(
      fc.property(input, (image) => {
        const outcome = catalogue.check(image, TODAY);

        if (outcome.kind !== 'found') return expect(outcome.message).not.toBe('');
        const { components, matched, complete, status } = outcome.report;
        expect(matched).toBe(components.filter(({ found }) => found).length);
        expect(matched).toBeGreaterThan(0);
        expect(complete).toBe(matched === components.length);
        expect(status).toBe(worstStatus(components));
        expect(components.every(({ found, match, reason }) => found === (match !== undefined && !reason))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('what an image is moved to', () => {
  const products = new ProductIndex([
    makeProduct('nodejs', [ended('24', '2028-04-30'), ended('20', '2026-04-30')], {
      images: ['docker.io/library/node', 'quay.io/team/node'],
    }),
  ]);
  const fresh = () => new ImageCatalogue(products);
  const asked = fresh();

  it.each([
    ['node:20', TODAY],
    ['node:20', '2026-08-22'],
    ['quay.io/team/node:20', TODAY],
    ['node:20', TODAY],
    ['node:20.1.0', TODAY],
  ])('is of the image and of the day, whatever was asked before: %s on %s', (image, today) => {
    expect(asked.check(image, today)).toEqual(fresh().check(image, today));
    expect(asked.check(image, today)).toMatchObject({
      report: { upgrade: { nearest: { image: expect.stringMatching(/node:24/), components: [{ cycle: '24' }] } } },
    });
  });
});
