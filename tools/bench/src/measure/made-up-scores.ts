import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { randomNumbers } from './random';

/** As many as were scored in August 2026. */
export const SCORES = 345_000;

const [FIRST_YEAR, LAST_YEAR] = [1999, 2026];
const DECIMALS = 5;

/**
 * A day's exploit prediction scores as upstream publishes them, gzipped: real CVE ids of the catalogue of exploited vulnerabilities,
 * filled up with numbers that may or may not be given, and scores that are made up, most of them low.
 * @param catalogueFile CISA's document, whose ids come first
 * @param isNextDay true for those of the day after: nearly every percentile is another
 */
export function madeUpScores(catalogueFile: string, isNextDay = false, count = SCORES): Uint8Array {
  const { vulnerabilities } = JSON.parse(readFileSync(catalogueFile, 'utf8')) as {
    readonly vulnerabilities: readonly { readonly cveID: string }[];
  };
  const ids = new Set(vulnerabilities.map(({ cveID }) => cveID));
  const years = LAST_YEAR - FIRST_YEAR + 1;
  for (let at = 0; ids.size < count; at += 1) {
    ids.add(`CVE-${FIRST_YEAR + (at % years)}-${String(Math.floor(at / years) * 3 + 1).padStart(4, '0')}`);
  }
  const random = randomNumbers(7);
  const scores = [...ids].map((cve) => ({ cve, score: (random() ** 6).toFixed(DECIMALS) }));
  const ranks = new Map(
    [...scores].sort((a, b) => Number(a.score) - Number(b.score)).map(({ cve }, rank) => [cve, rank]),
  );
  const ranked = isNextDay ? count * 1.001 : count;
  const lines = scores
    .sort((a, b) => compare(a.cve, b.cve))
    .map(({ cve, score }) => `${cve},${score},${(ranks.get(cve)! / ranked).toFixed(DECIMALS)}`);
  const head = [
    `#model_version:v2025.03.14,score_date:2026-08-${isNextDay ? 22 : 21}T12:55:00Z`,
    'cve,epss,percentile',
  ];
  return gzipSync([...head, ...lines, ''].join('\n'));
}

function compare(a: string, b: string): number {
  return a.slice(0, 8) === b.slice(0, 8) ? a.length - b.length || (a < b ? -1 : 1) : a < b ? -1 : 1;
}
