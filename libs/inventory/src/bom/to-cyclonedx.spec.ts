import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { FileInventory } from '../read-file';
import { readFile } from '../read-file';
import { toCycloneDx } from './to-cyclonedx';

const NOTHING = { images: [], packages: [], products: [], identified: [], apart: [], problems: [] };
const fileWith = (entries: Partial<FileInventory>, path = 'a/file'): FileInventory => ({
  path,
  format: 'f',
  readable: true,
  ...NOTHING,
  ...entries,
});
const readAgain = (files: readonly FileInventory[]): FileInventory =>
  readFile({ path: 'bom.json', bytes: new TextEncoder().encode(JSON.stringify(toCycloneDx(files, '1.0.0'))) })!;

const PURLS = [
  'pkg:npm/%40scope/name@1.0.0-rc.1',
  'pkg:maven/org.apache/log4j@2.14.1',
  'pkg:golang/github.com/a/b/v2@v2.0.0%2Bincompatible',
  'pkg:deb/debian/libc6@2.36-9?arch=amd64&distro=debian-12',
  'pkg:pypi/jinja2@3.1.2',
];
const IMAGES = [
  'node',
  'node:18-alpine',
  'docker.io/library/node:18',
  'localhost:5000/team/app:1.2_3',
  'ghcr.io/owner/app',
  `ghcr.io/owner/app:1@sha256:${'ab'.repeat(32)}`,
  `alpine@sha256:${'cd'.repeat(32)}`,
];

const anyFile = fc
  .record({
    path: fc.constantFrom('package-lock.json', 'deep/Dockerfile', 'päth with blanks'),
    packages: fc.uniqueArray(
      fc.record({
        purl: fc.constantFrom(...PURLS),
        line: fc.integer({ min: 1, max: 9_999 }),
        dev: fc.constantFrom(true as const, undefined),
      }),
      { selector: ({ purl }) => purl },
    ),
    images: fc.uniqueArray(fc.record({ ref: fc.constantFrom(...IMAGES) }), { selector: ({ ref }) => ref }),
    products: fc.array(
      fc.record({ product: fc.constantFrom('nodejs', 'go'), version: fc.option(fc.string()), from: fc.string() }),
    ),
    identified: fc.array(
      fc.record({
        name: fc.string({ minLength: 1 }),
        version: fc.option(fc.string()),
        os: fc.constant(true as const),
      }),
    ),
    apart: fc.array(fc.record({ name: fc.string(), why: fc.constantFrom('git', 'range') as fc.Arbitrary<'git'> })),
    problems: fc.array(fc.record({ message: fc.string() })),
  })
  .map(({ path, packages, ...rest }) =>
    fileWith({ ...rest, packages: packages.map(({ dev, ...entry }) => ({ ...entry, ...(dev && { dev }) })) }, path),
  );

describe('a CycloneDX document of an inventory', () => {
  it('names the same packages and images, when it is read again', () => {
    fc.assert(
      fc.property(fc.array(anyFile, { maxLength: 4 }), (files) => {
        const { packages, images, problems } = readAgain(files);

        const all = <T>(list: (file: FileInventory) => readonly T[], text: (entry: T) => string) =>
          [...new Set(files.flatMap((file) => list(file).map(text)))].sort();
        expect(packages.map(({ purl }) => purl)).toEqual(
          all(
            ({ packages: each }) => each,
            ({ purl }) => purl,
          ),
        );
        expect(images.map(({ ref }) => ref)).toEqual(
          all(
            ({ images: each }) => each,
            ({ ref }) => ref,
          ),
        );
        expect(problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(IMAGES)('has a package URL of %s that leads back to it', (ref) => {
    expect(readAgain([fileWith({ images: [{ ref }] })]).images.map((image) => image.ref)).toEqual([ref]);
  });

  it('names each component once, with every place, and as development where all of them say so', () => {
    const purl = PURLS[0]!;
    const files = [
      fileWith({ packages: [{ purl, line: 3, dev: true }] }, 'a/package-lock.json'),
      fileWith({ packages: [{ purl, line: 9 }] }, 'b/package-lock.json'),
    ];

    expect(toCycloneDx(files, '1.0.0').components).toEqual([
      {
        'bom-ref': purl,
        type: 'library',
        group: '@scope',
        name: 'name',
        version: '1.0.0-rc.1',
        purl,
        evidence: {
          occurrences: [
            { location: 'a/package-lock.json', line: 3 },
            { location: 'b/package-lock.json', line: 9 },
          ],
        },
      },
    ]);
    expect(toCycloneDx(files.slice(0, 1), '1.0.0').components).toMatchObject([{ purl, scope: 'excluded' }]);
  });

  it('says that it is incomplete where something is apart or could not be read, and what', () => {
    const gaps = toCycloneDx(
      [fileWith({ apart: [{ name: 'x', why: 'git', line: 2 }], problems: [{ message: 'is cut off', line: 7 }] })],
      '1.0.0',
    );

    expect(gaps.compositions).toEqual([{ aggregate: 'incomplete' }]);
    expect(gaps.metadata).toMatchObject({
      properties: [{ name: 'stackcheck:problem', value: 'a/file:7: is cut off' }],
    });
    expect(gaps.components).toMatchObject([{ name: 'x', properties: [{ name: 'stackcheck:apart', value: 'git' }] }]);
    expect(toCycloneDx([fileWith({ images: [{ ref: 'node' }] })], '1.0.0').compositions).toBeUndefined();
  });

  it('is valid against the schema of CycloneDX 1.6, whatever the texts hold', () => {
    const validate = schemaOfCycloneDx();

    for (const files of fc.sample(fc.array(anyFile, { maxLength: 3 }), 40)) {
      validate(toCycloneDx(files, '1.0.0'));

      expect(validate.errors).toBeNull();
    }
  });
});

function schemaOfCycloneDx() {
  const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res', 'schema');
  const schemaOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  const others = ['spdx', 'jsf-0.82'].map((name) => [
    `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
    { ...schemaOf(name), $id: undefined },
  ]);
  const formats = { 'date-time': true, 'iri-reference': /^\S*$/, 'idn-email': true, uri: true, string: true } as const;
  return new Ajv({ strict: false, formats, schemas: Object.fromEntries(others) as Record<string, object> }).compile(
    schemaOf('bom-1.6'),
  );
}
