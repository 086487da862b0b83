import { partsOfKey, spelledNumber } from '@stackcheck/epss-core/cve-key';
import type { EpssColumns, YearOfScores } from './records';

const [LINE_END, COMMA, POINT, ZERO] = [0x0a, 0x2c, 0x2e, 0x30];

/** A number of ten digits, two decimals of up to 44 characters, two commas and a line end. */
const ROW_BYTES_MAX = 128;

/** The scores of a day as the content holds them. @param columns in ascending order of key */
export function writeScores(columns: EpssColumns): readonly YearOfScores[] {
  const ends = endsOfYears(columns.keys);
  const longest = ends.reduce((most, end, at) => Math.max(most, end - (ends[at - 1] ?? 0)), 0);
  const writer = new RowWriter(longest);
  return ends.map((end, at) => writer.year(columns, ends[at - 1] ?? 0, end));
}

/** Where the scores of each year end. */
function endsOfYears(keys: Float64Array): readonly number[] {
  const ends: number[] = [];
  for (let at = 1; at <= keys.length; at += 1) {
    if (at === keys.length || partsOfKey(keys[at]!).year !== partsOfKey(keys[at - 1]!).year) ends.push(at);
  }
  return ends;
}

/** Writes rows as bytes, since a text for each would take several times the memory of all of them. */
class RowWriter {
  private readonly bytes: Buffer;
  private at = 0;

  /** @param rowsMax as many as a year has at most */
  constructor(rowsMax: number) {
    // What is not written to takes no memory.
    this.bytes = Buffer.allocUnsafe(rowsMax * ROW_BYTES_MAX);
  }

  year({ keys, scores, percentiles }: EpssColumns, from: number, to: number): YearOfScores {
    this.at = 0;
    for (let row = from; row < to; row += 1) {
      if (row > from) this.bytes[this.at++] = LINE_END;
      this.text(spelledNumber(partsOfKey(keys[row]!).number));
      this.bytes[this.at++] = COMMA;
      this.decimal(scores[row]!);
      this.bytes[this.at++] = COMMA;
      this.decimal(percentiles[row]!);
    }
    return { rows: this.bytes.toString('latin1', 0, this.at), year: partsOfKey(keys[from]!).year };
  }

  /** The shortest decimal that names the number, never with an exponent. */
  private decimal(value: number): void {
    const scaled = Math.round(value * PUBLISHED_UNIT);
    // A quotient of so few digits is the only double that is written with them.
    if (value >= 0 && value <= 1 && scaled / PUBLISHED_UNIT === value) this.published(scaled);
    else this.text(decimalText(value));
  }

  /** A number of as many decimals as are published, in units of the last, without zeros at the end. */
  private published(scaled: number): void {
    const { bytes } = this;
    bytes[this.at++] = scaled >= PUBLISHED_UNIT ? ZERO + 1 : ZERO;
    let rest = scaled % PUBLISHED_UNIT;
    if (rest > 0) bytes[this.at++] = POINT;
    for (let unit = PUBLISHED_UNIT / 10; rest > 0; unit /= 10) {
      const digit = Math.floor(rest / unit);
      bytes[this.at++] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  private text(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.bytes[this.at++] = text.charCodeAt(index);
  }
}

/** Scores and percentiles are published with five decimals. */
const PUBLISHED_UNIT = 100_000;

function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const written = value.toFixed(20).replace(/0+$/, '');
  // What so many decimals do not hold keeps its exponent, which no reader takes for a number.
  return Number(written) === value ? written : text;
}
