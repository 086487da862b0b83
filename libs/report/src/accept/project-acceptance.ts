import { yearsAfter } from '@stackcheck/contract/calendar-date';
import type { NotAffectedBecause } from '../outcome';
import type { Acceptance, AcceptanceSource } from './acceptance';
import type { MemberReader } from './member-reader';

/** Every member of `[[accept]]`. */
const MEMBERS = ['id', 'product', 'package', 'path', 'until', 'reason', 'not_affected'] as const;

/** What `not_affected` may say. */
export const NOT_AFFECTED_BECAUSE = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const satisfies readonly NotAffectedBecause[];

/** An entry of `[[accept]]`; undefined where it is at fault, which the reader then says. @param day the acceptance may last a year from it */
export function readProjectAcceptance(
  reader: MemberReader,
  day: string,
  from: AcceptanceSource,
): Acceptance | undefined {
  reader.refuseOthers(MEMBERS);
  const id = reader.text('id', 'the id of a vulnerability or of a finding, such as "CVE-2021-23337"');
  const product = reader.text('product', 'a product or one of its release cycles, such as "nodejs@18"');
  if (reader.has('id') === reader.has('product')) {
    reader.fault('', 'must name either an id or a product: write which of the two is accepted');
  }
  const purl = reader.read('package', 'a package URL, such as "pkg:npm/lodash"', isPurlText);
  const path = reader.text('path', 'a glob of paths, such as "services/**"');
  const reason = reader.text('reason', 'a sentence that says why');
  if (!reader.has('reason')) reader.fault('', 'has no reason: write why this is accepted');
  const until = untilOf(reader, day);
  const because = reader.word('not_affected', NOT_AFFECTED_BECAUSE);
  if (reason === undefined || until === undefined || (id === undefined && product === undefined)) return undefined;
  return {
    id: id ?? null,
    aliases: [],
    product: product ?? null,
    packages: purl === undefined ? null : [purl],
    path: path ?? null,
    until,
    reason,
    ...(because !== undefined && { assessment: { state: 'not_affected', because } }),
    from,
  };
}

function untilOf(reader: MemberReader, day: string): string | undefined {
  const last = yearsAfter(day, 1);
  if (!reader.has('until')) return reader.fault('', `has no until: write the last day of it, at most ${last}`);
  const until = reader.day('until');
  if (until === undefined || until <= last) return until;
  return reader.fault('until', `is ${until}, more than a year from ${day}: write a day up to ${last}`);
}

function isPurlText(value: unknown): value is string {
  return typeof value === 'string' && /^pkg:[a-z][a-z\d.+-]*\/\S+$/i.test(value);
}
