import { cveKeyOf, cveOfKey } from '@stackcheck/epss-core/cve-key';
import type { EpssSnapshot } from './records';

const [LINE_END, COMMA, POINT, ZERO, NINE] = [0x0a, 0x2c, 0x2e, 0x30, 0x39];

/** With so many digits, a whole number and a power of ten are exact doubles, and their quotient the nearest to the decimal. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 2 }, (_, exponent) => 10 ** exponent);

const [KEY, SCORE, PERCENTILE] = [0, 1, 2];

/**
 * Goes over the scores of a content, one after the other, without making an object or a text of any. Before `next` was first
 * called, and after it was false, there is no score.
 * A row that cannot be read has NaN for everything.
 */
export class ScoreCursor {
  /** Key, score and percentile: a field that is a fraction would be a new object for each row. */
  private readonly values = Float64Array.of(NaN, NaN, NaN);
  private yearAt = -1;
  private year = 0;
  private rows = '';
  private at = 0;

  constructor(private readonly scores: EpssSnapshot['scores']) {}

  get key(): number {
    return this.values[KEY]!;
  }

  get score(): number {
    return this.values[SCORE]!;
  }

  get percentile(): number {
    return this.values[PERCENTILE]!;
  }

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
    const { values } = this;
    const from = this.at;
    this.readUntil(COMMA, KEY);
    values[KEY] = cveKeyOf(this.year, values[KEY]!) ?? NaN;
    this.readUntil(COMMA, SCORE);
    this.readUntil(LINE_END, PERCENTILE);
    if (Number.isNaN(values[KEY] + values[SCORE]! + values[PERCENTILE]!)) this.skipRow(from);
    return true;
  }

  /** Reads the decimal that begins here and ends before this character; NaN for anything else. */
  private readUntil(end: number, place: number): void {
    const { rows, values } = this;
    let digits = 0;
    let value = 0;
    let decimals = 0;
    let isFraction = false;
    values[place] = NaN;
    for (; this.at < rows.length; this.at++) {
      const code = rows.charCodeAt(this.at);
      if (code === end) break;
      if (code >= ZERO && code <= NINE) {
        value = value * 10 + code - ZERO;
        digits += 1;
        if (isFraction) decimals += 1;
      } else if (code === POINT && !isFraction) isFraction = true;
      else return;
    }
    if (this.at === rows.length && end !== LINE_END) return;
    this.at += 1;
    // A leading zero is a digit, too, and harms nothing.
    if (digits > 0 && digits <= EXACT_DIGITS + 1) values[place] = value / POWERS[decimals]!;
  }

  private skipRow(from: number): void {
    const end = this.rows.indexOf('\n', from);
    this.at = end < 0 ? this.rows.length : end + 1;
    this.values.fill(NaN);
  }
}
