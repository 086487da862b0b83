import { cvss3BaseScore } from './cvss3';
import type { Rating, Severity } from './advisory';

/** An advisory that states no severity that can be read. */
export const UNRATED: Rating = { severity: null, score: null, vector: null };

/** Malware needs no score. */
export const MALWARE_RATING: Rating = { severity: 'critical', score: null, vector: null };

/**
 * The rating of one record from everything in it that speaks of severity: the highest score of its CVSS 3 vectors; else
 * the highest of its labels (`HIGH`, `Moderate`, `important`), with a vector of CVSS 4.0 if there is one.
 */
export function toRating(vectors: readonly string[], labels: readonly string[]): Rating {
  const scored = vectors
    .map((vector) => ({ vector, score: cvss3BaseScore(vector) }))
    .filter((entry): entry is { vector: string; score: number } => entry.score !== null)
    .sort((a, b) => b.score - a.score)[0];
  if (scored !== undefined) return { severity: severityOf(scored.score), ...scored };
  const levels = [...labels, ...vectors].flatMap((label) => LABELS.get(label.trim().toLowerCase()) ?? []);
  return {
    severity: HIGHEST_FIRST.find((level) => levels.includes(level)) ?? null,
    score: null,
    vector: vectors.find((vector) => vector.startsWith('CVSS:4')) ?? null,
  };
}

/** The rating of a group: of its members in order of preference the first with a score, else the first with a level. */
export function ratingOf(members: readonly Rating[]): Rating {
  return (
    members.find(({ score }) => score !== null) ??
    members.find(({ severity }) => severity !== null) ??
    members.find(({ vector }) => vector !== null) ??
    UNRATED
  );
}

/** CVSS 3.1 §5; its `None` (0.0) counts as low. */
export function severityOf(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

const HIGHEST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** Words of GitHub, Red Hat, Ubuntu, Debian, Drupal and others for the four levels. */
const LABELS: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['highly critical', 'critical'],
  ['high', 'high'],
  ['important', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['moderately critical', 'medium'],
  ['low', 'low'],
  ['less critical', 'low'],
  ['not critical', 'low'],
  ['minor', 'low'],
  ['negligible', 'low'],
  ['unimportant', 'low'],
]);
