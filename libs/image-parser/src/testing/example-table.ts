import { image } from '../image-row';
import { readImageTable, type ImageTable } from '../image-table';
import type { ImageTableRow, ReleaseRow } from '../image-table-row';
import { KNOWN_FLOATS, KNOWN_IMAGES, KNOWN_MIRRORS, NODE_RELEASES, WINDOWS_RELEASES } from '../known-images';
import { KNOWN_VENDORS, KNOWN_WORDS } from '../known-words';

/** Cycles of a few products, enough for the words of tags. */
const CYCLES: Readonly<Record<string, readonly string[]>> = {
  'alpine-linux': ['3.19', '3.20', '3.22'],
  'amazon-linux': ['2', '2023'],
  debian: ['1.1', '11', '12', '13'],
  dotnet: ['8'],
  erlang: ['27'],
  ghc: ['9.10', '9.14'],
  nodejs: ['18', '20', '22'],
  php: ['8.2', '8.3'],
  postgresql: ['16'],
  python: ['3.0', '3.9', '3.11', '3.12'],
  rhel: ['8', '9'],
  ruby: ['3.1'],
  scala: ['2.12'],
  ubuntu: ['22.04', '24.04'],
  'windows-nano-server': ['1809', '2022'],
  'windows-server-core': ['1809', '2019', '2022', '20h2'],
};

const NAMES: Readonly<Record<string, string>> = {
  golang: 'go',
  haskell: 'ghc',
  node: 'nodejs',
  postgres: 'postgresql',
  tomcat: 'tomcat',
};

const RELEASES: readonly ReleaseRow[] = [
  release('debian', 'bookworm', '12', true),
  release('debian', 'bullseye', '11', true),
  release('ubuntu', 'jammy', '22.04', true),
  release('ubuntu', 'noble', '24.04', true),
  release('ubuntu', 'lunar', '23.04', true),
  release('ros', 'lunar', 'lunar', false),
  release('ros', 'noetic', 'noetic', false),
  release('ros-2', 'humble', 'humble', false),
];

/** A small table with all hand-kept rows, for tests of the parser alone. */
export function exampleTable(): ImageTable {
  const rows: readonly ImageTableRow[] = [
    image('nodejs', 'docker.io/library/node'),
    image('python', 'docker.io/library/python'),
    ...KNOWN_IMAGES,
    image('ros-2', 'docker.io/library/ros', {
      variants: [{ product: 'ros', words: ['lunar', 'noetic'], majors: [] }],
    }),
    image('sonarqube-community', 'docker.io/library/sonarqube', {
      variants: [{ product: 'sonarqube-server', words: ['developer'], majors: ['2025'] }],
    }),
    ...KNOWN_MIRRORS,
    ...KNOWN_WORDS,
    ...KNOWN_VENDORS,
    ...RELEASES,
    ...NODE_RELEASES,
    ...WINDOWS_RELEASES,
    ...KNOWN_FLOATS,
    { kind: 'float', product: 'mongodb', version: '7', with: null, cycle: '7.0' },
    { kind: 'float', product: 'sonarqube-server', version: '2025', with: null, cycle: null },
  ];
  const ids = new Set([...Object.keys(CYCLES), 'mongodb', 'go']);
  const names = new Map(Object.entries(NAMES));
  return readImageTable(rows, {
    productNamed: (name) => names.get(name) ?? (ids.has(name) ? name : null),
    hasCycle: (product, cycle) => ids.has(product) && (CYCLES[product] ?? []).includes(cycle),
  });
}

function release(product: string, word: string, cycle: string, baseOs: boolean): ReleaseRow {
  return { kind: 'release', product, word, cycle, baseOs };
}
