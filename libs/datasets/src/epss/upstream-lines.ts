import { cveKeyOf } from '@stackcheck/epss-core/cve-key';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { EpssColumns } from './records';

const [LINE_FEED, RETURN, COMMA, DASH, POINT, ZERO, NINE] = [0x0a, 0x0d, 0x2c, 0x2d, 0x2e, 0x30, 0x39];
const [LETTER_C, LETTER_V, LETTER_E] = [0x43, 0x56, 0x45];

/** With so many digits, a whole number and a power of ten are exact doubles, and their quotient the nearest to the decimal. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const [YEAR_DIGITS, NUMBER_DIGITS_MIN, NUMBER_DIGITS_MAX, WHOLE_DIGITS_MAX] = [4, 4, 10, 4];

const LINE_CHARS_SHOWN = 60;

/** The lines of a document, read from its bytes: hundreds of thousands of them become numbers without a text in between. */
export class UpstreamLines {
  private readonly decoder = new TextDecoder('utf-8');
  /** Where the next line begins. */
  private lineAt = 0;
  private number = 0;
  private line = '';
  /** Where `readRow` is within a line, and how many digits it has just read. */
  private at = 0;
  private digits = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** The next line as a text without its end; empty after the last. */
  next(): string {
    const found = this.bytes.indexOf(LINE_FEED, this.lineAt);
    const end = found < 0 ? this.bytes.length : found;
    const line = this.decoder.decode(this.bytes.subarray(this.lineAt, end));
    this.line = line.endsWith('\r') ? line.slice(0, -1) : line;
    this.lineAt = end + 1;
    this.number += 1;
    return this.line;
  }

  /** How many lines there are from here on. */
  countRest(): number {
    const { bytes } = this;
    let count = 0;
    for (let at = this.lineAt; at < bytes.length; count += 1) {
      const found = bytes.indexOf(LINE_FEED, at);
      at = found < 0 ? bytes.length : found + 1;
    }
    return count;
  }

  /**
   * Reads the next line where it is a row in its plain form, `CVE-2021-44228,0.94358,0.99961`. Where it is any other it stays the
   * next one.
   * @param row where it is written in the columns
   * @returns whether it was read
   */
  readRow({ keys, scores, percentiles }: EpssColumns, row: number): boolean {
    this.at = this.lineAt;
    if (!this.skips(LETTER_C) || !this.skips(LETTER_V) || !this.skips(LETTER_E) || !this.skips(DASH)) return false;
    const year = this.wholeNumber();
    if (this.digits !== YEAR_DIGITS || !this.skips(DASH)) return false;
    const isPadded = this.bytes[this.at] === ZERO;
    const number = this.wholeNumber();
    if (this.digits < NUMBER_DIGITS_MIN || this.digits > (isPadded ? NUMBER_DIGITS_MIN : NUMBER_DIGITS_MAX))
      return false;
    const key = cveKeyOf(year, number);
    if (key === undefined || !this.skips(COMMA) || !this.readsDecimal(scores, row)) return false;
    if (!this.skips(COMMA) || !this.readsDecimal(percentiles, row) || !this.skipsLineEnd()) return false;
    keys[row] = key;
    this.lineAt = this.at;
    this.number += 1;
    return true;
  }

  /** That the line that was last read as a text is not as it should be. */
  fault(fault: string): UpstreamShapeError {
    const shown = JSON.stringify(this.line.slice(0, LINE_CHARS_SHOWN));
    return new UpstreamShapeError(`line ${this.number} of upstream's scores, ${shown}, ${fault}`, {
      place: `line ${this.number}`,
    });
  }

  private skips(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  private skipsLineEnd(): boolean {
    if (this.bytes[this.at] === RETURN) this.at += 1;
    return this.at >= this.bytes.length || this.skips(LINE_FEED);
  }

  /** The digits from here on as a number; more than are exact are counted, and the number is of no use. */
  private wholeNumber(value = 0): number {
    const { bytes } = this;
    const from = this.at;
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at]!;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
    }
    this.digits = this.at - from;
    return value;
  }

  /** Reads `0.00638` or `1` into a column, since a fraction that is returned may be an object; false for what needs rounding, too. */
  private readsDecimal(column: Float64Array, row: number): boolean {
    const whole = this.wholeNumber();
    const wholeDigits = this.digits;
    column[row] = whole;
    if (wholeDigits === 0 || wholeDigits > WHOLE_DIGITS_MAX) return false;
    if (!this.skips(POINT)) return true;
    const value = this.wholeNumber(whole);
    column[row] = value / POWERS[this.digits]!;
    return this.digits > 0 && wholeDigits + this.digits <= EXACT_DIGITS;
  }
}
