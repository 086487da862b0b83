import fc from 'fast-check';

import { imageTableRows } from './image-table';
import type { Product } from '../../products/product';
import { makeCycle, makeProduct } from '../../testing/make-product';

const products: readonly Product[] = [
  makeProduct('nodejs', ['20', '22'], { images: ['docker.io/library/node', 'docker.io/cimg/node'] }),
  makeProduct('debian', [makeCycle('12', { codename: 'Bookworm' }), makeCycle('14', { codename: 'Forky' })]),
  makeProduct('ubuntu', [makeCycle('24.04', { codename: 'Noble Numbat' })]),
  makeProduct('opnsense', [makeCycle('21.7', { codename: 'Noble Nightingale' })]),
  makeProduct('slackware', [makeCycle('15.0', { codename: 'stable' })]),
  makeProduct('amazon-linux', ['2023'], { images: ['docker.io/library/amazonlinux'] }),
  makeProduct('mongodb', ['7.0', '7.3', '8.0', '4.4']),
  makeProduct('sonarqube-server', ['2025.1', '2025.4', '10']),
  makeProduct('sonarqube-community', ['25', '10']),
  makeProduct('centos-stream', ['9']),
  makeProduct('ros', ['noetic']),
];

describe('the image table', () => {
  const rows = imageTableRows(products);

  it('is the same plain JSON whatever the order of the products', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...products], { minLength: products.length }), (shuffled) => {
        const text = JSON.stringify(imageTableRows(shuffled));

        expect(text).toBe(JSON.stringify(rows));
        expect(JSON.parse(text)).toEqual(rows);
      }),
    );
  });

  it('names every image, word and release once', () => {
    const keys = rows.map((row) => {
      if (row.kind === 'image' || row.kind === 'mirror') return `${row.kind} ${row.image}`;
      if (row.kind === 'word' || row.kind === 'vendor') return `${row.kind} ${row.word}`;
      if (row.kind === 'release') return `${row.kind} ${row.product} ${row.word}`;
      return `${row.kind} ${row.product} ${row.version} ${row.with}`;
    });

    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('holds the images of the data', () => {
    expect(rows).toContainEqual(expect.objectContaining({ image: 'docker.io/cimg/node', product: 'nodejs' }));
  });

  it('takes codenames from the data, so that new ones need no new code', () => {
    const release = { kind: 'release', product: 'debian', word: 'forky', cycle: '14', baseOs: true };
    expect(rows).toContainEqual(release);
    expect(rows).toContainEqual({ ...release, product: 'ubuntu', word: 'noble', cycle: '24.04' });
  });

  it('reads codenames as base systems only where they are Debian’s or Ubuntu’s', () => {
    const baseSystems = rows.filter((row) => row.kind === 'release' && row.baseOs);

    expect(new Set(baseSystems.map((row) => row.kind === 'release' && row.product))).toEqual(
      new Set(['debian', 'ubuntu']),
    );
    expect(rows).not.toContainEqual(expect.objectContaining({ word: 'stable', kind: 'release' }));
  });

  it('derives the declared exceptions of short versions from the cycles', () => {
    const floats = rows.filter((row) => row.kind === 'float');

    expect(floats).toContainEqual({ kind: 'float', product: 'mongodb', version: '7', with: null, cycle: '7.0' });
    expect(floats).not.toContainEqual(expect.objectContaining({ product: 'mongodb', version: '4' }));
    expect(floats).toContainEqual(
      expect.objectContaining({ product: 'sonarqube-server', version: '2025', with: null, cycle: null }),
    );
    expect(floats).toContainEqual(
      expect.objectContaining({ product: 'sonarqube-server', version: '2025', with: 'lta', cycle: '2025.1' }),
    );
  });

  it('distinguishes the products of a shared repository by their cycles', () => {
    const variantsOf = (image: string): unknown =>
      rows.flatMap((row) => (row.kind === 'image' && row.image === image ? row.variants : []));

    expect(variantsOf('docker.io/library/sonarqube')).toEqual([expect.objectContaining({ majors: ['2025'] })]);
    expect(variantsOf('quay.io/centos/centos')).toEqual([expect.objectContaining({ words: ['stream9'] })]);
    expect(variantsOf('docker.io/library/ros')).toEqual([expect.objectContaining({ words: ['noetic'] })]);
  });
});
