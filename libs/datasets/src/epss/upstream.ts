import { cveKeyOf } from '@stackcheck/epss-core';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { EpssColumns } from './records';

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
 * @param body the text, unpacked
 * @throws UpstreamShapeError naming the first line that differs
 */
export function readUpstream(body: Uint8Array): UpstreamScores {
  const lines = new Lines(body);
  const [, modelVersion, date = ''] = MODEL_LINE.exec(lines.next()) ?? [];
  if (modelVersion === undefined)
    throw lines.fault('does not name the model and the date: #model_version:…,score_date:…');
  const scoreDate = toInstant(date);
  if (scoreDate === undefined) throw lines.fault('names no instant of UTC as score_date');
  if (lines.next() !== HEADER) throw lines.fault(`is not the header ${HEADER}`);
  return { modelVersion, scoreDate, ...readRows(lines) };
}

function readRows(lines: Lines): EpssColumns {
  const count = lines.countRest();
  const [keys, scores, percentiles] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) {
    const row = ROW.exec(lines.next());
    if (row === null) throw lines.fault(`is not ${HEADER}`);
    const key = cveKeyOf(Number(row[1]), Number(row[2]));
    if (key === undefined) throw lines.fault('has a year that no CVE id has');
    keys[at] = key;
    scores[at] = Number(row[3]);
    percentiles[at] = Number(row[4]);
  }
  return { keys, scores, percentiles };
}

function toInstant(text: string): string | undefined {
  const [, instant] = INSTANT.exec(text) ?? [];
  const epochMs = Date.parse(`${instant ?? ''}Z`);
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs).toISOString();
}

const LINE_FEED = 0x0a;
const PIECE_BYTES = 32 * 1024;
const LINE_CHARS_SHOWN = 60;

/** The lines of a document, decoded some at a time: a text of the whole would be held beside its bytes. */
class Lines {
  private readonly decoder = new TextDecoder('utf-8');
  /** Whole lines that are decoded, and how far they were given out. */
  private piece = '';
  private pieceAt = 0;
  /** Where the bytes after the piece begin. */
  private at = 0;
  private number = 0;
  private line = '';

  constructor(private readonly bytes: Uint8Array) {}

  /** The next line without its end; empty after the last. */
  next(): string {
    if (this.pieceAt >= this.piece.length) this.decodePiece();
    const { piece, pieceAt } = this;
    const found = piece.indexOf('\n', pieceAt);
    const end = found < 0 ? piece.length : found;
    this.pieceAt = end + 1;
    this.number += 1;
    this.line = piece.slice(pieceAt, piece[end - 1] === '\r' ? end - 1 : end);
    return this.line;
  }

  /** How many lines there are from here on. */
  countRest(): number {
    const { bytes, piece, pieceAt } = this;
    let count = pieceAt >= piece.length ? 0 : piece.slice(pieceAt).trimEnd().split('\n').length;
    for (let at = this.at; at < bytes.length; count += 1) at = this.endOfLine(at);
    return count;
  }

  /** That the line that was read last is not as it should be. */
  fault(fault: string): UpstreamShapeError {
    const shown = JSON.stringify(this.line.slice(0, LINE_CHARS_SHOWN));
    return new UpstreamShapeError(`line ${this.number} of upstream's scores, ${shown}, ${fault}`);
  }

  private decodePiece(): void {
    const end = this.endOfLine(Math.min(this.at + PIECE_BYTES, this.bytes.length - 1));
    this.piece = this.decoder.decode(this.bytes.subarray(this.at, end));
    this.pieceAt = 0;
    this.at = end;
  }

  /** Where the line after this place begins. */
  private endOfLine(at: number): number {
    const found = this.bytes.indexOf(LINE_FEED, at);
    return found < 0 ? this.bytes.length : found + 1;
  }
}
