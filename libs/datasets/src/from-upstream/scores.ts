import { isProbability, type EpssIndex } from '@stackcheck/epss-core';
import { cveOfKey } from '@stackcheck/epss-core/cve-key';
import { indexEpss } from '../epss/lookup';
import { normaliseEpss } from '../epss/normalise';
import { readUpstream, type UpstreamScores } from '../epss/upstream';
import { finish } from '../tasks/cooperative-task';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';

/** Before the scores stand the line that names the model, and the header. */
const FIRST_LINE = 3;

/**
 * The scores of a day of FIRST's EPSS (`epss_scores-current.csv`), as the look-up of epss-core: 345,000 of them take 24 bytes
 * each, and no object.
 * @param text or its bytes in UTF-8; unpacked, since FIRST publishes it as gzip
 * @throws UpstreamShapeError naming the place, e.g. `line 17`
 */
export function scoresFromEpss(text: string | Uint8Array): EpssIndex {
  const scores = readUpstream(text);
  requireScores(scores);
  return finish(indexEpss(normaliseEpss(scores)));
}

function requireScores({ keys, scores, percentiles }: UpstreamScores): void {
  const seen = new Set<number>();
  for (const [row, key] of keys.entries()) {
    const place = `line ${row + FIRST_LINE}`;
    if (!isProbability(scores[row]!) || !isProbability(percentiles[row]!)) {
      throw new UpstreamShapeError(`upstream's score of ${cveOfKey(key)} is outside 0 to 1`, { place });
    }
    if (seen.has(key)) {
      throw new UpstreamShapeError(`upstream scores ${cveOfKey(key)} twice`, { code: 'contradictory', place });
    }
    seen.add(key);
  }
}
