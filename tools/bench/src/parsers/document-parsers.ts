import {
  entriesFromKev,
  modelsFromModelsDev,
  openSnapshot,
  productsFromEndoflife,
  readOsvRecord,
  scoresFromEpss,
} from '@stackcheck/datasets/upstream';
import { readRecordFile } from '@stackcheck/datasets/osv';
import { isDatasetId } from '@stackcheck/datasets/registry';
import { manifestShapeFault, openManifest } from '@stackcheck/datasets/open';
import { readDumpFile } from '@stackcheck/datasets/records';
import { FORMATS, readFile } from '@stackcheck/inventory';
import { QUERIES } from '@stackcheck/queries';
import { requireDay } from '@stackcheck/queries/as-of';
import { itemsOfText } from '@stackcheck/queries/eol';
import { cveFault } from '@stackcheck/queries/kev';
import { parsersOf, type Parser } from './parser';

const NO_KEYS = { keys: [] };

/** The parsers of whole documents: upstream's, signed snapshots, inputs of questions, and the files that an inventory is read from. */
export function documentParsers(): readonly Parser[] {
  return [
    ...parsersOf('datasets', {
      productsFromEndoflife: [productsFromEndoflife, '{"result":["', '{"schema_version":"1.2.0","total":1,"result":['],
      entriesFromKev: [entriesFromKev, '{"vulnerabilities":["', '{"vulnerabilities":['],
      modelsFromModelsDev: [modelsFromModelsDev, '{"a":{"models":{"', '{"'],
      scoresFromEpss: [scoresFromEpss, SCORES_HEAD, `${SCORES_HEAD}CVE-2021-`],
      'readOsvRecord, id': [(text) => readOsvRecord({ ...RECORD, id: text, aliases: [text] }), 'GHSA-'],
      'readOsvRecord, versions': [(text) => readOsvRecord(recordOf(text)), '1.0', '1.0-'],
      readRecordFile: [(text) => readRecordFile('A-1', bytesOf(text)), '{"id":"', '{"id":"A-1","modified":"'],
      readDumpFile: [(text) => readDumpFile('A-1.json', bytesOf(text)), '{"id":"'],
      openSnapshot: [(text) => openSnapshot(text, NO_KEYS), '{"data":{"manifest":', '{"manifest":{"'],
      'openSnapshot, keys': [(text) => openSnapshot('{}', text), '{"keys":['],
      openManifest: [(text) => openManifest(text, NO_KEYS), '{"data":{"', '{"'],
      manifestShapeFault: [(text) => manifestShapeFault({ version: 1, dataset: text, [text]: text })],
      isDatasetId: [isDatasetId],
    }),
    ...parsersOf('queries', {
      itemsOfText: [itemsOfText, 'nodejs@', 'nodejs@18,'],
      requireDay: [(text) => requireDay(text, '2026-01-01', 'as_of'), '2026-'],
      cveFault: [cveFault, 'CVE-2021-'],
    }),
    ...QUERIES.flatMap(({ id, read, schema }) =>
      parsersOf(`queries ${id}`, {
        ...Object.fromEntries(
          Object.keys((schema.input['properties'] ?? {}) as object).map((name) => [
            name,
            [
              (text: string) =>
                void [text, [text], { [text]: text }, [{ product: text, version: text }]].forEach((value) =>
                  readOrTyped(read, { [name]: value }),
                ),
            ] as const,
          ]),
        ),
        members: [(text) => read({ [text]: text })],
      }),
    ),
    ...FORMATS.flatMap((format) =>
      parsersOf('inventory', {
        [format.id]: [(text) => readFile({ path: 'a/file', bytes: bytesOf(text) }, format), ...FILE_STARTS],
      }),
    ),
  ];
}

/** Each value by itself: the first one that is refused must not hide the others. */
function readOrTyped(read: (raw: unknown) => unknown, input: object): void {
  try {
    read(input);
  } catch (error) {
    if (!(error instanceof Error) || error.constructor.name !== 'ServiceError') throw error;
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text);

const SCORES_HEAD = '#model_version:v2025.03.14,score_date:2026-01-01T00:00:00Z\ncve,epss,percentile\n';

const RECORD = { id: 'A-1', modified: '2026-01-01T00:00:00Z' };

function recordOf(text: string): object {
  const affected = ['npm', 'PyPI', 'Maven'].map((ecosystem) => ({
    package: { ecosystem, name: text },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: text }] }],
    versions: [text],
  }));
  return { ...RECORD, summary: text, severity: [{ type: 'CVSS_V3', score: text }], affected };
}

/** Beginnings of JSON, TOML, YAML, XML and the texts by lines. */
const FILE_STARTS: readonly string[] = [
  '{"packages":{"',
  '[[package]]\nname = "',
  "lockfileVersion: '9.0'\npackages:\n  ",
  'services:\n  a:\n    image: ',
  '<a>',
  'FROM ',
  'a==',
];
