import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageReport } from '../image-report';
import { ImageCatalogue } from '../image-status';
import { ProductIndex } from '../../products/product-index';
import { makeCycle, makeProduct } from '../../testing/make-product';
import { readImageCases } from '../../testing/read-upgrade-cases';

const TODAY = '2026-11-20';
const { products, cases } = readImageCases(readFileSync(join(__dirname, 'image-targets.cases.txt'), 'utf8'));
const catalogue = new ImageCatalogue(new ProductIndex(products));
const asking = (word: string) => cases.filter(({ asked }) => asked === word).map((one) => [one.image, one.expected]);

describe('the references that an image can be moved to', () => {
  it.each(asking('moves'))('%s: %s', (image, expected) => {
    const moves = catalogue.moves(image!, TODAY);

    expect(moves.length === 0 ? 'none' : moves.join(', ')).toBe(expected);
  });
});

describe('where to move to from an image', () => {
  it.each(asking('target'))('%s: %s', (image, expected) => {
    const { upgrade } = reportOf(image!);

    const steps = (['nearest', 'recommended', 'newest'] as const).map(
      (step) => `${step} ${upgrade?.[step]?.image ?? '-'}`,
    );
    const none = `none (${upgrade?.reason}): ${upgrade?.why}`;
    expect(upgrade === undefined ? 'stay' : upgrade.reason === undefined ? steps.join(' | ') : none).toBe(expected);
  });

  it('says of each part how long it is supported there, and that no registry was asked', () => {
    expect(reportOf('node:18-alpine3.12').upgrade?.recommended).toStrictEqual({
      image: 'node:26-alpine3.24',
      looked_up: false,
      status: 'supported',
      days_until_eol: 559,
      components: [
        {
          role: 'image',
          product: 'nodejs',
          cycle: '26',
          status: 'supported',
          eol: '2029-04-30',
          days_until_eol: 892,
          extended_support_until: null,
          latest: '26.2.0',
          lts: '2026-10-28',
        },
        {
          role: 'base_os',
          product: 'alpine-linux',
          cycle: '3.24',
          status: 'supported',
          eol: '2028-06-01',
          days_until_eol: 559,
          extended_support_until: null,
          latest: '3.24.1',
          lts: false,
        },
      ],
    });
  });

  it('is no more work for a tag that names many parts', () => {
    const image = `drupal:11${'-php7.4-alpine3.12-bionic'.repeat(4)}`;
    const many = `drupal:11-${Array.from({ length: 12 }, (_, at) => `php7.${at}`).join('-')}`;

    expect([catalogue.moves(image, TODAY), catalogue.moves(many, TODAY)]).toEqual([[], []]);
    expect(reportOf(image).upgrade).toMatchObject({ nearest: null, reason: 'no_tag' });
  });

  it('is no more work for one that names many JDKs, of which hardly any will do', () => {
    const ended = { isEol: true, eolFrom: '2024-10-31' };
    const jdks = ['25', '8'].map((name) => makeCycle(name, { eolFrom: name === '25' ? '2031-09-30' : '2030-12-31' }));
    const images = new ImageCatalogue(
      new ProductIndex([
        makeProduct('tomcat', ['11.0', '10.1', makeCycle('10.0', ended)]),
        makeProduct('eclipse-temurin', jdks),
      ]),
    );

    expect(images.moves(`tomcat:10.0${'-jdk8'.repeat(24)}`, TODAY)).toEqual([]);
    expect(images.moves('tomcat:10.0-jdk8', TODAY)).toEqual(['tomcat:10.1-jdk25', 'tomcat:11.0-jdk25']);
  });

  it('is bounded work for the most parts that are moved, where none of many cycles will do', () => {
    const small = Array.from({ length: 40 }, (_, at) => makeCycle(`9.${40 - at}`, { eolFrom: '2031-09-30' }));
    const images = new ImageCatalogue(
      new ProductIndex([
        makeProduct('tomcat', ['11.0', makeCycle('10.0', { isEol: true, eolFrom: '2024-10-31' })]),
        makeProduct('eclipse-temurin', [...small, makeCycle('8', { eolFrom: '2030-12-31' })]),
      ]),
    );

    // More than a hundred million combinations.
    expect(images.moves(`tomcat:10.0${'-jdk8'.repeat(5)}`, TODAY)).toEqual([]);
  });

  it('never calls a target clean whose own product is open', () => {
    expect(reportOf('node:lts-buster').upgrade?.nearest).toMatchObject({ image: 'node:lts-trixie', status: 'unknown' });
  });
});

function reportOf(image: string): ImageReport {
  const outcome = catalogue.check(image, TODAY);
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.report;
}
