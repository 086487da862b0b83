import { array, day, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';

const probability = (description: string): JsonSchema => ({ type: 'number', minimum: 0, maximum: 1, description });
const CVE: JsonSchema = { type: 'string', pattern: '^CVE-[0-9]{4}-[0-9]{4,19}$', description: 'Canonical CVE id.' };
const SCORE = probability('Probability that it is exploited within 30 days, as published.');
const PERCENTILE = probability('Share of all scored CVEs with this score or a lower one, as published.');

/** Component schemas of the EPSS family, by the name they are published under. */
export const EPSS_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  EpssCheckResult: object(
    {
      index: integer('Position in the input.', 0),
      cve: text('As sent.'),
      resolved: CVE,
      scored: nullable(
        flag('Whether it has a score; null when only a selection of them is loaded, which does not hold this id.'),
      ),
      score: SCORE,
      percentile: PERCENTILE,
    },
    { optional: ['score', 'percentile'] },
  ),
  EpssCheck: object({
    count: integer('Ids checked.', 0),
    scored: integer('Ids that have a score.', 0),
    unscored_count: integer('Ids that have none.', 0),
    unknown_count: integer('Ids of which nothing is known, since `complete` is false.', 0),
    above: nullable(integer('Ids whose score is at or above `epss_min`; null when none was sent.', 0)),
    highest: nullable(probability('The highest score; null when no id has one.')),
    complete: flag('Whether all scores of the day were asked; false for the starter selection.'),
    model_version: text('Model that the scores are of. A new one moves all scores at once.'),
    as_of: day('Day of the scores.'),
    results: array(ref('EpssCheckResult'), 'One entry per id, in input order.'),
    unscored: array(ref('EpssCheckResult'), 'The entries that have no score.'),
    unknown: array(ref('EpssCheckResult'), 'The entries of which nothing is known.'),
  }),
  EpssMark: object(
    {
      cve: text('The CVE that the score is of.'),
      score: SCORE,
      percentile: PERCENTILE,
      as_of: day('Day of the score.'),
    },
    { description: 'How probable it is that a vulnerability is exploited (EPSS).' },
  ),
};
