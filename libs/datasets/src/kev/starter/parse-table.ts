import { isCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { parseCve } from '@stackcheck/kev-core';
import type { KevRecord } from '../records';

/** What is demanded of every entry of the selection, in general words. */
const REQUIRED_ACTION =
  'Update or mitigate as the vendor advises, or stop using the product where that is not possible.';

/**
 * Reads a hand-written table of listed vulnerabilities. Each is three lines:
 *
 *     CVE-2021-44228  2021-12-10  2021-12-24  ransomware  CWE-502
 *       Apache | Log4j2 | remote code execution by a logged text
 *       A text that is logged can make the library fetch and run code from anywhere. Known as Log4Shell.
 *
 * the id, the day of listing, the due date, `ransomware` where such use is known, and weaknesses; then vendor, product and
 * what the flaw is; then a description. Throws on anything else, naming the entry: a table is source code.
 */
export function parseTable(text: string): KevRecord[] {
  return text
    .trim()
    .split(/\n(?=CVE-)/)
    .map((block) => {
      try {
        return parseEntry(
          block
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      } catch (cause) {
        throw new Error(`starter entry "${block.split('\n')[0]}": ${(cause as Error).message}`, { cause });
      }
    });
}

function parseEntry([
  facts = '',
  names = '',
  description = fail('a line is missing'),
  ...more
]: readonly string[]): KevRecord {
  if (more.length > 0) fail('an entry has three lines');
  const [id = '', added = '', due = '', ...marks] = facts.split(/\s+/);
  const [vendor, product, flaw, ...parts] = names.split(' | ');
  if (vendor === undefined || product === undefined || flaw === undefined || parts.length > 0) {
    return fail('the second line is: vendor | product | what the flaw is');
  }
  const reading = parseCve(id);
  const cve = 'fault' in reading ? fail(reading.fault) : reading.cve;
  const page = `https://nvd.nist.gov/vuln/detail/${cve}`;
  return {
    cve,
    vendor,
    product,
    name: `${product.startsWith(vendor) ? product : `${vendor} ${product}`}: ${flaw}`,
    date_added: day(added),
    due_date: day(due),
    ransomware: marks[0] === 'ransomware',
    required_action: REQUIRED_ACTION,
    description,
    notes: page,
    cwes: marks.filter((mark, index) => mark !== 'ransomware' || index > 0).map(weakness),
    references: [page],
  };
}

function day(word: string): CalendarDate {
  return isCalendarDate(word) ? word : fail(`"${word}" is no date`);
}

function weakness(word: string): string {
  return /^CWE-\d+$/.test(word) ? word : fail(`"${word}" is no mark`);
}

function fail(message: string): never {
  throw new Error(message);
}
