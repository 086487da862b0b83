import { MovedTags } from './moved-tags';
import type { ReadPart } from './read-part';

const parts = (): readonly ReadPart[] => [];

it('a tag of an image is read once a day', () => {
  const tags = new MovedTags();
  const read = jest.fn(parts);
  const first = tags.of('docker.io/library/node', '24-alpine', '2026-11-20', read);

  expect(first).toEqual({ tag: '24-alpine', parts: [] });
  expect(tags.of('docker.io/library/node', '24-alpine', '2026-11-20', read)).toBe(first);
  expect(tags.of('docker.io/library/node', '24-alpine', '2026-11-21', read)).not.toBe(first);
  expect(tags.of('docker.io/library/node', '24-alpine', '2026-11-20', read)).not.toBe(first);
  expect(read.mock.calls).toEqual([['24-alpine'], ['24-alpine'], ['24-alpine']]);
});

it('the same tag of another image is another', () => {
  const tags = new MovedTags();
  const read = jest.fn(parts);
  for (const name of ['docker.io/library/node', 'docker.io/library/php']) tags.of(name, '24', '2026-11-20', read);

  expect(read).toHaveBeenCalledTimes(2);
});

it('no more than a thousand are remembered', () => {
  const tags = new MovedTags();
  const read = jest.fn(parts);
  for (let tag = 0; tag <= 1_000; tag++) tags.of('docker.io/library/node', `${tag}`, '2026-11-20', read);
  read.mockClear();
  tags.of('docker.io/library/node', '1000', '2026-11-20', read);
  expect(read).not.toHaveBeenCalled();
  tags.of('docker.io/library/node', '0', '2026-11-20', read);
  expect(read).toHaveBeenCalledTimes(1);
});
