import { readOsvRecord } from '@stackcheck/osv-core/records';
import { toStored } from '../stored-advisory';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';

/**
 * Reads a hand-written table of advisories. An unindented line opens one, with the day of its publication and its aliases; below it
 * stand its rating (a CVSS 3 vector, or a level), what it is about, and one line for each package:
 *
 *     GHSA-vh95-rmgr-6w4m 2020-04-03 CVE-2020-7598
 *       CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L
 *       An argument that begins with __proto__ changes the prototype of all objects
 *       npm minimist 0..0.2.1 1.0.0..1.2.3
 *
 * Affected are: `a..b` versions from a to below b, `a..=b` to b itself, `=a` just that one, `*` all.
 * Throws on anything else, naming the advisory: a table is source code, so a mistake in it is a defect.
 * @param modified ISO 8601 instant at which the facts were written down
 */
export function parseAdvisories(text: string, modified: string): readonly StoredAdvisory[] {
  return text
    .trim()
    .split(/\n\n+/)
    .map((block) => toAdvisory(block.split('\n'), modified));
}

function toAdvisory(
  [head = '', rating = '', summary = '', ...places]: readonly string[],
  modified: string,
): StoredAdvisory {
  const [id = '', day = '', ...aliases] = head.split(' ');
  const reading = readOsvRecord({
    id,
    aliases,
    published: `${day}T00:00:00Z`,
    modified,
    summary: summary.trim(),
    affected: places.map((line) => toAffected(line.trim(), id)),
    ...(rating.includes('/')
      ? { severity: [{ type: 'CVSS_V3', score: rating.trim() }] }
      : { database_specific: { severity: rating.trim() } }),
  });
  if (!reading.ok) throw new Error(`${id}: ${reading.fault}`);
  const { severity } = reading.record.rating;
  if (severity === null) throw new Error(`${id}: "${rating.trim()}" is no rating`);
  if (reading.record.affected.length !== places.length) throw new Error(`${id}: an ecosystem is unknown`);
  return toStored(reading.record);
}

function toAffected(line: string, id: string) {
  const [ecosystem = '', name = '', ...versions] = line.split(' ');
  if (versions.length === 0) throw new Error(`${id}: "${line}" names no versions`);
  const listed = versions.filter((word) => word.startsWith('=')).map((word) => word.slice(1));
  const ranges = versions.filter((word) => !word.startsWith('='));
  return {
    package: { ecosystem, name },
    versions: listed,
    ranges: ranges.map((word) => ({ type: 'ECOSYSTEM', events: toEvents(word, id) })),
  };
}

function toEvents(word: string, id: string) {
  if (word === '*') return [{ introduced: '0' }];
  const [, introduced, last, end] = /^(.+?)\.\.(=?)(.+)$/.exec(word) ?? [];
  if (introduced === undefined || end === undefined) throw new Error(`${id}: "${word}" is no range`);
  return [{ introduced }, last === '=' ? { last_affected: end } : { fixed: end }];
}
