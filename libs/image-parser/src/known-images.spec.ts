import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toParts } from './components';
import {
  KNOWN_FLOATS,
  KNOWN_IMAGES,
  KNOWN_MIRRORS,
  NODE_RELEASES,
  SHARED_IMAGES,
  WINDOWS_RELEASES,
} from './known-images';
import { FURTHER_JDKS, KNOWN_WORDS } from './known-words';
import { parseReference } from './reference';
import { described } from './testing/described-row';
import { exampleTable } from './testing/example-table';
import { readCases } from './testing/read-cases';

const table = exampleTable();

/** The product of a known image; undefined where only the name of the repository says it. */
function productOf(text: string): string | null | undefined {
  const reference = parseReference(text);
  if ('fault' in reference) throw new Error(reference.fault);
  const [part] = toParts(reference, table);
  return part?.matchedBy === 'known_image' ? part.product : undefined;
}

const SLUG = /^[a-z0-9][a-z0-9-]*$/;

describe('what is known of images', () => {
  it('names products and repositories', () => {
    expect(KNOWN_IMAGES.filter(({ product }) => product !== null && !SLUG.test(product))).toEqual([]);
    expect(KNOWN_IMAGES.filter(({ image }) => !/^[a-z0-9.:-]+(\/[a-z0-9._-]+)+(\/\*)?$/.test(image))).toEqual([]);
    expect(FURTHER_JDKS.filter((product) => !SLUG.test(product))).toEqual([]);
    expect(KNOWN_WORDS.filter(({ product }) => product !== null && !SLUG.test(product))).toEqual([]);
    expect(KNOWN_FLOATS.filter(({ product }) => !SLUG.test(product))).toEqual([]);
  });

  it('is of each repository what the table of cases says', () => {
    const rows = readCases(readFileSync(join(__dirname, 'known-images.cases.txt'), 'utf8'));

    expect(KNOWN_IMAGES.map(described)).toEqual(rows.map((columns) => columns.join(' | ')));
  });

  it('reads a number as a word says where it may stand', () => {
    expect(KNOWN_WORDS.filter(({ form }) => !['joined', 'separate', 'bare'].includes(form))).toEqual([]);
  });

  it.each(['2016', '2019', '2022', '2025'])('has the Windows releases of %s', (year) => {
    const cycles = (product: string): readonly string[] =>
      WINDOWS_RELEASES.flatMap((row) => (row.product === product && row.word === `ltsc${year}` ? [row.cycle] : []));

    expect(cycles('windows-server')).toEqual([year]);
    expect(cycles('windows-server-core')).toEqual([year]);
    expect(cycles('windows-nano-server')).toEqual([year === '2016' ? '1607' : year]);
  });

  it.each(['amd64', 'arm32v5', 'arm32v6', 'arm32v7', 'arm64v8', 'i386', 'ppc64le', 'riscv64', 's390x', 'winamd64'])(
    'an official image for %s is that image',
    (architecture) => expect(productOf(`${architecture}/python:3.14`)).toBe('python'),
  );

  it.each(['public.ecr.aws/docker/library', 'mirror.gcr.io/library', 'registry.hub.docker.com/library'])(
    'an image below %s is that of Docker Hub',
    (mirror) => expect(productOf(`${mirror}/python:3.14`)).toBe('python'),
  );

  it('has repositories that ship two products, each with what shows the second one', () => {
    expect(
      SHARED_IMAGES.map(({ images, product, variant }) => [
        images.join(' '),
        product,
        variant.product,
        variant.cyclesAre,
      ]),
    ).toEqual([
      ['docker.io/library/sonarqube', 'sonarqube-community', 'sonarqube-server', 'majors'],
      ['quay.io/centos/centos', 'centos', 'centos-stream', 'words'],
      ['docker.io/library/ros docker.io/osrf/ros', 'ros-2', 'ros', 'words'],
    ]);
  });

  it('has two names for each mirror', () => {
    expect(
      KNOWN_MIRRORS.flatMap((row) => Object.values(row)).filter((name) => name === '' || /\/$/.test(name)),
    ).toEqual([]);
  });

  it('has a number for each name of a Node.js release', () => {
    expect(NODE_RELEASES.filter(({ word }) => !/^[a-z]+$/.test(word))).toEqual([]);
    expect(NODE_RELEASES.map(({ cycle }) => Number(cycle))).toEqual(NODE_RELEASES.map((_, at) => 4 + 2 * at));
  });

  it.each([
    ['python', 'python'],
    ['go', 'go'],
    ['php', 'php'],
    ['ruby', 'ruby'],
    ['rust', 'rust'],
    ['dotnet', 'dotnet'],
    ['javascript-node', 'nodejs'],
    ['typescript-node', 'nodejs'],
  ])('a development container of %s is %s', (name, product) => {
    expect(productOf(`mcr.microsoft.com/devcontainers/${name}:1-9`)).toBe(product);
    expect(productOf(`mcr.microsoft.com/vscode/devcontainers/${name}:1-9`)).toBe(product);
  });
});

it('an empty reference is said to be one', () => {
  expect(parseReference('')).toEqual({ fault: expect.stringMatching(/is empty: send one such as \S+\.$/) });
});
