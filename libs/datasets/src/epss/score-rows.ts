import { cveKeyOf, cveOfKey, partsOfKey, spelledNumber } from '@stackcheck/epss-core';
import type { EpssColumns, EpssSnapshot, YearOfScores } from './records';

/** The scores of a day as the content holds them. @param columns in ascending order of key */
export function writeScores({ keys, scores, percentiles }: EpssColumns): readonly YearOfScores[] {
  const years: YearOfScores[] = [];
  let rows: string[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const { year, number } = partsOfKey(keys[at]!);
    rows.push(`${spelledNumber(number)},${decimal(scores[at]!)},${decimal(percentiles[at]!)}`);
    if (at + 1 < keys.length && partsOfKey(keys[at + 1]!).year === year) continue;
    years.push({ rows: rows.join('\n'), year });
    rows = [];
  }
  return years;
}

/** The shortest decimal that names the number, never with an exponent. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}

const [LINE_END, COMMA, POINT, ZERO, NINE] = [0x0a, 0x2c, 0x2e, 0x30, 0x39];

/** With so many digits, a whole number and a power of ten are exact doubles, and their quotient the nearest to the decimal. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 2 }, (_, exponent) => 10 ** exponent);

/**
 * Goes over the scores of a content, one after the other, without making an object or a text of any. Before `next` was first
 * called, and after it was false, there is no score.
 * A row that cannot be read has NaN for everything.
 */
export class ScoreCursor {
  key = NaN;
  score = NaN;
  percentile = NaN;
  private yearAt = -1;
  private year = 0;
  private rows = '';
  private at = 0;

  constructor(private readonly scores: EpssSnapshot['scores']) {}

  /** The CVE id of this score. */
  get cve(): string {
    return Number.isNaN(this.key) ? `a row of ${this.year}` : cveOfKey(this.key);
  }

  /** Goes on to the next score; false when there is none. */
  next(): boolean {
    while (this.at >= this.rows.length) {
      const next = this.scores[++this.yearAt];
      if (next === undefined) return false;
      ({ rows: this.rows, year: this.year } = next);
      this.at = 0;
    }
    const from = this.at;
    this.key = cveKeyOf(this.year, this.numberUntil(COMMA)) ?? NaN;
    this.score = this.numberUntil(COMMA);
    this.percentile = this.numberUntil(LINE_END);
    if (Number.isNaN(this.key + this.score + this.percentile)) this.skipRow(from);
    return true;
  }

  /** The decimal that begins here and ends before this character; NaN for anything else. */
  private numberUntil(end: number): number {
    const { rows } = this;
    let [digits, value, decimals, isFraction] = [0, 0, 0, false];
    for (; this.at < rows.length; this.at++) {
      const code = rows.charCodeAt(this.at);
      if (code === end) break;
      if (code >= ZERO && code <= NINE) {
        value = value * 10 + code - ZERO;
        digits += 1;
        if (isFraction) decimals += 1;
      } else if (code === POINT && !isFraction) isFraction = true;
      else return NaN;
    }
    if (this.at === rows.length && end !== LINE_END) return NaN;
    this.at += 1;
    // A leading zero is a digit, too, and harms nothing.
    return digits === 0 || digits > EXACT_DIGITS + 1 ? NaN : value / POWERS[decimals]!;
  }

  private skipRow(from: number): void {
    const end = this.rows.indexOf('\n', from);
    this.at = end < 0 ? this.rows.length : end + 1;
    this.key = this.score = this.percentile = NaN;
  }
}
