import { scoresBytes, smallScores } from '../../epss/testing/small-scores';
import { smallModels } from '../../models/testing/small-models';
import { smallCatalogue } from '../../testing/small-catalogue';
import { smallFeed } from '../../testing/small-feed';
import { entriesFromKev, modelsFromModelsDev, productsFromEndoflife, readOsvRecord, scoresFromEpss } from '../index';

/** A reader of one of upstream's documents of JSON, with a document that it takes. */
export interface JsonReader {
  readonly name: string;
  readonly good: object;
  /** Whether it takes the text, too, and not only what `JSON.parse` makes of it. */
  readonly takesText: boolean;
  /** Throws, or answers that it could not. */
  read(json: string | Uint8Array | object): unknown;
}

/** A record that has every member that is read. */
export const OSV_RECORD = {
  id: 'GHSA-zzzz-0000-0001',
  modified: '2026-01-01T00:00:00Z',
  published: '2025-12-31T00:00:00Z',
  aliases: ['CVE-2026-70001'],
  summary: 'An anvil falls.',
  details: 'It does.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'anvil' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
      versions: ['1.0.0', '2.0.0'],
      database_specific: { severity: 'HIGH' },
    },
    {
      package: { ecosystem: 'PyPI', name: 'anvil' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { last_affected: '1.2.3' }] }],
      versions: ['1.0', '2.0rc1'],
    },
    {
      package: { ecosystem: 'Maven', name: 'org.anvil:anvil' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '1.2.3' }] }],
      versions: ['1.0-alpha-1'],
    },
  ],
};

export const JSON_READERS: readonly JsonReader[] = [
  { name: 'productsFromEndoflife', good: smallFeed(), takesText: true, read: productsFromEndoflife },
  { name: 'entriesFromKev', good: smallCatalogue(), takesText: true, read: entriesFromKev },
  { name: 'modelsFromModelsDev', good: smallModels(), takesText: true, read: modelsFromModelsDev },
  { name: 'readOsvRecord', good: OSV_RECORD, takesText: false, read: readOsvRecord },
];

/** A day's scores as their text. */
export const SCORES = new TextDecoder().decode(scoresBytes(smallScores()));

export { scoresFromEpss };
