import { findRow, listedImage, listedName } from './find-row';
import { image } from './image-row';
import { readImageTable } from './image-table';
import { parseReference } from './reference';
import type { ImageReference } from './types';

const mirror = (copy: string, of: string) => ({ kind: 'mirror', image: copy, of }) as const;
const table = readImageTable(
  [
    image('one', 'docker.io/library/one'),
    image('outer', 'r.example/a/*'),
    image('inner', 'r.example/a/b/*'),
    image('exact', 'r.example/a/b/exact'),
    image('whole', 'w.example/*'),
    mirror('m.example', 'docker.io'),
    mirror('n.example/copies', 'docker.io/library'),
  ],
  { productNamed: () => null, hasCycle: () => false },
);
const reference = (text: string): ImageReference => parseReference(text) as ImageReference;

it.each([
  ['one', 'docker.io/library/one'],
  ['r.example/a/x', 'r.example/a/x'],
  ['m.example/library/one:2', 'docker.io/library/one'],
  ['m.example/one', 'docker.io/one'],
  ['n.example/copies/one', 'docker.io/library/one'],
  ['n.example/copies/a/one', 'docker.io/library/a/one'],
  ['n.example/copies', 'n.example/copies'],
  ['n.example/other/one', 'n.example/other/one'],
  ['n.example/copies2/one', 'n.example/copies2/one'],
])('%s is listed as %s', (text, name) => {
  expect(listedName(reference(text), table)).toBe(name);
});

it.each([
  ['docker.io/library/one', 'one'],
  ['docker.io/library/two', undefined],
  ['docker.io/library/one/two', undefined],
  ['r.example/a/x', 'outer'],
  ['r.example/a/x/y/z', 'outer'],
  ['r.example/a/b/x', 'inner'],
  ['r.example/a/b/x/y', 'inner'],
  ['r.example/a/b', 'outer'],
  ['r.example/a/b/exact', 'exact'],
  ['r.example/a', undefined],
  ['r.example/ab/x', undefined],
  ['w.example/x', 'whole'],
  ['w.example', undefined],
])('%s is of the product %s', (name, product) => {
  expect(findRow(name, table)?.product).toBe(product);
});

it('an image is looked up by the name of its original', () => {
  const { name, row } = listedImage(reference('m.example/library/one:3'), table);

  expect([name, row?.product]).toEqual(['docker.io/library/one', 'one']);
});
