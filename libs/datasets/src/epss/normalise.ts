import { writeScores } from './write-scores';
import type { EpssColumns, EpssSnapshot } from './records';
import type { UpstreamScores } from './upstream';

/** Name of the form we read; upstream's document states none. */
const SCHEMA_VERSION = 'epss-csv-1';

/** Upstream's scores as our content, in order of year and number. Nothing is dropped and no number is changed. */
export function normaliseEpss({ modelVersion, scoreDate, ...columns }: UpstreamScores): EpssSnapshot {
  const meta = { model_version: modelVersion, score_date: scoreDate, upstream_schema_version: SCHEMA_VERSION };
  return contentOf(columns, meta);
}

/** A content of these scores. Its members are written in canonical order, which makes its byte form cheap. */
export function contentOf(columns: EpssColumns, meta: EpssSnapshot['meta']): EpssSnapshot {
  return { dataset: 'epss', meta, score_count: columns.keys.length, scores: writeScores(inOrder(columns)) };
}

function inOrder(columns: EpssColumns): EpssColumns {
  const { keys, scores, percentiles } = columns;
  if (!keys.some((key, at) => key < keys[at - 1]!)) return columns;
  const order = Uint32Array.from(keys, (_, at) => at).sort((a, b) => keys[a]! - keys[b]!);
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (at) => column[at]!);
  return { keys: sorted(keys), scores: sorted(scores), percentiles: sorted(percentiles) };
}
