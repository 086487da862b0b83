import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { readTag, type TagReading } from './tag-words';
import { exampleTable } from './testing/example-table';
import { readCases } from './testing/read-cases';
import type { ImagePart } from './types';

const table = exampleTable();

function read(tag: string, product: string | null): TagReading {
  return readTag(tag, { product, java: 'eclipse-temurin', leadingRevision: false, isName: false }, table);
}

describe('the words of a tag', () => {
  it.each(readCases(readFileSync(join(__dirname, 'tag-words.cases.txt'), 'utf8')))(
    '%s of %s: version %s, runtimes %s, base systems %s',
    (tag, product, ...expected) => {
      const { version, cycle, runtimes, baseSystems } = read(tag!, product === '-' ? null : product!);

      expect([named(version, cycle), listed(runtimes), listed(baseSystems)]).toEqual(expected);
    },
  );

  it('a JDK without a vendor is nobody’s where the repository does not say whose', () => {
    const context = { product: null, java: null, leadingRevision: false, isName: false };

    expect(listed(readTag('1.0-jdk17', context, table).runtimes)).toBe('?@17');
  });

  it.each(['mandrel', 'oracle-graalvm', 'oracle-jdk', 'redhat-build-of-openjdk', 'eclipse-temurin'])(
    'a JDK in the tag of %s is that image itself',
    (product) => expect(listed(read('1.0-jdk17', product).runtimes)).toBe('-'),
  );

  it('a leading revision of the image is no version', () => {
    const context = { product: 'python', java: null, leadingRevision: true, isName: false };

    expect(readTag('1-3.12-bookworm', context, table).version).toBe('3.12');
    expect(readTag('3.12-bookworm', context, table).version).toBe('3.12');
    expect(readTag('1-bookworm', context, table).version).toBeNull();
  });

  it('never make a part of the image’s own product, nor two of one', () => {
    const words = fc.constantFrom(
      ...[
        '20',
        '8.2',
        'v1',
        'debian',
        'debian12',
        'bookworm',
        'jammy',
        '12',
        'alpine3.20',
        'alpine',
        'php8.2',
        'node20',
      ],
      ...['jdk17', 'jdk', 'temurin', 'semeru', 'ibm', 'and', 'rc', 'lts', 'slim', '', 'windowsservercore', 'ltsc2022'],
    );
    const products = fc.constantFrom(null, 'debian', 'nodejs', 'php', 'eclipse-temurin', 'alpine-linux', 'tomcat');
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 10 }), products, (chosen, product) => {
        const { runtimes, baseSystems } = read(chosen.join('-'), product);

        const parts = [...runtimes, ...baseSystems];
        if (product !== null) expect(parts.map((part) => part.product)).not.toContain(product);
        expect(new Set(baseSystems.map(shown)).size).toBe(baseSystems.length);
      }),
      { numRuns: 2000 },
    );
  });
});

function listed(parts: readonly ImagePart[]): string {
  return parts.length === 0 ? '-' : parts.map(shown).join(', ');
}

function shown({ product, version, cycle }: ImagePart): string {
  return `${product ?? '?'}@${version === null ? '?' : named(version, cycle)}`;
}

function named(version: string | null, cycle: string | null): string {
  return `${version ?? '-'}${cycle === null ? '' : `=${cycle}`}`;
}
