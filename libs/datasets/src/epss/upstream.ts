import { cveKeyOf } from '@stackcheck/epss-core/cve-key';
import type { EpssColumns } from './records';
import { UpstreamLines } from './upstream-lines';

/** Upstream's document: the scores in its own order, and what its first line says of them. */
export interface UpstreamScores extends EpssColumns {
  readonly modelVersion: string;
  /** ISO 8601 UTC. */
  readonly scoreDate: string;
}

const MODEL_LINE = /^#model_version:([\w.-]{1,40}),score_date:(\S{1,40})$/;
const HEADER = 'cve,epss,percentile';
/** Decimals as programs write them: `0.00638`, `1`, `1.0`, `5e-05`. Their range is for the guards to judge. */
const ROW =
  /^CVE-(\d{4})-(\d{4}|[1-9]\d{4,9}),(\d{1,4}(?:\.\d{1,15})?(?:e-?\d{1,2})?),(\d{1,4}(?:\.\d{1,15})?(?:e-?\d{1,2})?)$/;
/** `…T12:55:00Z` and `…T00:00:00+0000` have both been written. */
const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:Z|\+00:?00)$/;

/**
 * Reads the scores of a day: one line that names model and date, a header, then one line for each CVE.
 * @param text or its bytes in UTF-8, unpacked
 * @throws UpstreamShapeError naming the first line that differs
 */
export function readUpstream(text: string | Uint8Array): UpstreamScores {
  const lines = new UpstreamLines(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  const [, modelVersion, date = ''] = MODEL_LINE.exec(lines.next()) ?? [];
  if (modelVersion === undefined)
    throw lines.fault('does not name the model and the date: #model_version:…,score_date:…');
  const scoreDate = toInstant(date);
  if (scoreDate === undefined) throw lines.fault('names no instant of UTC as score_date');
  if (lines.next() !== HEADER) throw lines.fault(`is not the header ${HEADER}`);
  return { modelVersion, scoreDate, ...readRows(lines) };
}

function readRows(lines: UpstreamLines): EpssColumns {
  const count = lines.countRest();
  const columns = {
    keys: new Float64Array(count),
    scores: new Float64Array(count),
    percentiles: new Float64Array(count),
  };
  for (let row = 0; row < count; row += 1) if (!lines.readRow(columns, row)) readOther(lines, columns, row);
  return columns;
}

/** A row with numbers in another form, or a fault. */
function readOther(lines: UpstreamLines, { keys, scores, percentiles }: EpssColumns, row: number): void {
  const parts = ROW.exec(lines.next());
  if (parts === null) throw lines.fault(`is not ${HEADER}`);
  const key = cveKeyOf(Number(parts[1]), Number(parts[2]));
  if (key === undefined) throw lines.fault('has a year that no CVE id has');
  keys[row] = key;
  scores[row] = Number(parts[3]);
  percentiles[row] = Number(parts[4]);
}

function toInstant(text: string): string | undefined {
  const [, instant] = INSTANT.exec(text) ?? [];
  const epochMs = Date.parse(`${instant ?? ''}Z`);
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs).toISOString();
}
