import fc from 'fast-check';

import type { ImageReference } from '../types';

/** Arbitrary references in normalised form, tags made of words that the parser knows among others. */
export function anyReference(): fc.Arbitrary<ImageReference> {
  const lower = fc.constantFrom(...'abcxyz0189'.split(''));
  const word = fc.string({ unit: lower, minLength: 1, maxLength: 8 });
  const segment = fc
    .tuple(word, fc.array(fc.tuple(fc.constantFrom('.', '_', '__', '-', '---'), word), { maxLength: 2 }))
    .map(([first, more]) => first + more.flat().join(''));
  const known = fc.constantFrom(
    'node',
    'python',
    'debian',
    'tomcat',
    'distroless/nodejs20-debian12',
    'sonarqube',
    'ros',
  );
  const path = fc.oneof(
    fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
    known,
  );
  const registry = fc.constantFrom('docker.io', 'quay.io', 'gcr.io', 'localhost', 'LOCAL:5000', '[::1]:80');
  const tagWord = fc.oneof(
    word,
    fc.constantFrom('20', '3.11', 'v1.2', 'bookworm', 'alpine3.20', 'jdk17', 'temurin', 'debian', '12', 'rc', 'RC1'),
  );
  const tag = fc.array(tagWord, { minLength: 1, maxLength: 6 }).map((words) => words.join('-'));
  const digest = fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 })
    .map((hex) => `sha256:${hex}`);
  return fc
    .record({ registry, repository: path, tag: fc.option(tag), digest: fc.option(digest) })
    .filter(({ registry: host, repository }) => host !== 'docker.io' || !repository.startsWith('library/'))
    .map((made) => (made.tag === null && made.digest === null ? { ...made, tag: 'latest' } : made));
}
