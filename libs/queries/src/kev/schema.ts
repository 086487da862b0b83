import { SEVERITIES } from '@stackcheck/osv-core';
import { EPSS_JOINED, EPSS_OR_NULL } from '../query/epss-members';
import { array, day, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';

const CVE: JsonSchema = { type: 'string', pattern: '^CVE-[0-9]{4}-[0-9]{4,19}$', description: 'Canonical CVE id.' };

/** Component schemas of the KEV family, by the name they are published under. */
export const KEV_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  KevEntry: object(
    {
      cve: CVE,
      vendor: text('Vendor or project.'),
      product: text('Product.'),
      name: text('Name of the vulnerability.'),
      date_added: day('Day on which it was listed.'),
      due_date: day('Day by which the catalogue demands remedy; directives differ, so it follows from no rule.'),
      days_until_due: integer("Days from the answer's UTC day to `due_date`; negative when past."),
      overdue: flag('True from the day after `due_date`.'),
      ransomware: flag('True when use in ransomware campaigns is known; false when there is no confirmation of it.'),
      required_action: text('What the catalogue demands.'),
      description: text('What the vulnerability is.'),
      cwes: array(text('Weakness, e.g. CWE-502.')),
      references: array({ type: 'string', format: 'uri', description: 'Web address named in the notes of the entry.' }),
    },
    { description: 'One entry of the catalogue of known exploited vulnerabilities.' },
  ),
  KevCheckResult: object(
    {
      index: integer('Position in the input.', 0),
      cve: text('As sent.'),
      resolved: CVE,
      listed: nullable(
        flag(
          'Whether the catalogue lists it; null when only a selection of it is loaded, which does not hold this id.',
        ),
      ),
      entry: ref('KevEntry'),
      epss: EPSS_OR_NULL,
      known_to_advisories: nullable(
        flag(
          'Of ids that are not listed: whether any package advisory (OSV) is about it, by its id or an alias. Null when that cannot be said: see `osv_note`.',
        ),
      ),
      advisories: array(ref('KevAdvisory'), 'Up to three of those advisories, the ones that stand first.'),
    },
    { optional: ['entry', 'epss', 'known_to_advisories', 'advisories'] },
  ),
  KevAdvisory: object(
    {
      id: text('Id of the advisory.'),
      summary: nullable(text('What it is about.')),
      severity: nullable({ type: 'string', enum: [...SEVERITIES, null], description: 'Null when nobody rated it.' }),
      withdrawn: nullable({
        type: 'string',
        format: 'date-time',
        description: 'When it was withdrawn; null while it stands.',
      }),
      url: { type: 'string', format: 'uri', description: 'Where it is published.' },
    },
    { description: 'A package advisory that is about a CVE.' },
  ),
  KevPriority: object(
    {
      cve: CVE,
      listed: nullable(flag('As in its result; true unless `why` is `epss`.')),
      why: {
        type: 'string',
        enum: ['ransomware', 'overdue', 'due', 'epss'],
        description:
          'Why it has its place: use in ransomware campaigns, a due date that has passed, one that is ahead, or, of ids that are not listed, the probability of exploitation.',
      },
      days: nullable(
        integer("Days from the answer's UTC day to the due date; negative when past; null when not listed."),
      ),
      epss_score: nullable({
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'Probability of exploitation (EPSS); null when none is known.',
      }),
    },
    { description: 'One CVE in the order in which to act.' },
  ),
  KevCheck: object(
    {
      count: integer('Ids checked.', 0),
      listed: integer('Ids that are listed.', 0),
      unlisted_count: integer('Ids that are not listed.', 0),
      unknown_count: integer('Ids of which nothing is known, since `complete` is false.', 0),
      overdue: integer('Listed ids whose due date has passed.', 0),
      ransomware: integer('Listed ids that are known to be used in ransomware campaigns.', 0),
      complete: flag('Whether the whole catalogue was asked; false for the starter selection.'),
      catalog_version: text('Version of the catalogue that the answer is from.'),
      results: array(ref('KevCheckResult'), 'One entry per id, in input order.'),
      unlisted: array(ref('KevCheckResult'), 'The entries that are not listed.'),
      unknown: array(ref('KevCheckResult'), 'The entries of which nothing is known.'),
      priority: array(
        ref('KevPriority'),
        'The ids in the order in which to act, each once: ransomware, then overdue longest, then due soonest, ties by probability of exploitation, then by id; after all that are listed those that are not and have a probability. Ids with neither have no place. In stack answers probabilities count only where the policy has `epss_min`.',
      ),
      osv_complete: flag(
        'Whether all package advisories (OSV) were asked, so that `known_to_advisories: false` can be said.',
      ),
      osv_snapshot_id: nullable(
        text(
          'Snapshot that `known_to_advisories` is from; null when none is loaded. Its metadata is `meta.joined.osv`, in stack answers `meta.datasets.osv`.',
        ),
      ),
      osv_note: nullable(text('Why `known_to_advisories` may be null; null when all advisories were asked.')),
      ...EPSS_JOINED,
    },
    { optional: ['priority', 'osv_complete', 'osv_snapshot_id', 'osv_note', 'epss_complete', 'epss_snapshot_id'] },
  ),
};
