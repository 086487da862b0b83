import { SEVERITIES, SIMILAR_MAX } from '@stackcheck/osv-core';
import { ACTIONS } from '@stackcheck/osv-core/report';
import { EPSS_JOINED, EPSS_OR_NULL } from '../query/epss-members';
import { array, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';
import { LIFECYCLE_JOINED } from '../query/lifecycle-members';

const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };

const severity = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  enum: [...SEVERITIES, null],
  description,
});

/** What is known against one package; other families add to it. */
export const PURL_RESULT_FIELDS = {
  index: integer('Position in the input.', 0),
  purl: text('As sent.'),
  checked: flag('False: nothing is said about this purl; see `reason`.'),
  reason: {
    type: 'string',
    enum: ['invalid_purl', 'unsupported_type', 'no_version', 'invalid_version', 'no_data'],
    description:
      'Why it was not checked. `no_data`: the snapshot does not cover the package, or not enough of it to say that nothing stands against this version.',
  },
  resolved: text('The purl in canonical spelling.'),
  ecosystem: text('Ecosystem in OSV’s terms.'),
  name: text('Name of the package there.'),
  version: text('Version as judged.'),
  vulnerable: flag('Whether anything stands against this version at or above `min_severity`, malware included.'),
  malware: flag('Whether the package is malicious.'),
  known_package: flag(
    'Whether any advisory names the package. False: it is unlisted, which says neither that it is clean nor that it exists.',
  ),
  similar: {
    ...array(text('Name of a listed package.')),
    maxItems: SIMILAR_MAX,
    description:
      'Of a package that is not listed: listed names of its ecosystem one edit away (a character left out, put in or replaced, or two neighbours swapped), those with the most advisories first.',
  },
  complete: flag(
    'Whether all advisories of its ecosystem are at hand. False for the starter selection: more may stand against it.',
  ),
  severity: severity('Worst level of what counts.'),
  vulnerability_count: integer('How many count, shown or not.', 0),
  below_min_severity: integer('How many more stand against it below `min_severity`.', 0),
  minimum_safe: nullable(
    text(
      'Lowest version from this one on, of itself and those that any advisory names, that nothing is known against; null when there is none, `complete` is false or the package is unlisted.',
    ),
  ),
  best: {
    oneOf: [ref('PurlBest'), { type: 'null' }],
    description:
      'Where `minimum_safe` is null though all advisories are at hand: the version to move to all the same. Null when no move is better than to stay, and for malware.',
  },
  action: {
    type: 'string',
    enum: [...ACTIONS],
    description:
      'What to do: `upgrade` to `minimum_safe`; `upgrade_partly` to `best`; `no_fix`: no version that helps is known; `remove` malware; `check_name`: no advisory names the package; `unknown`: only a selection of the advisories is loaded; or `none`.',
  },
  advice: nullable(
    text(
      'The same as a sentence; null where there is nothing to do. Of a purl that was not checked, where known: why, and what to ask instead.',
    ),
  ),
  vulnerabilities: array(ref('PurlVulnerability'), 'Malware, then exploited ones, then from the worst.'),
  truncated: flag('True when only the first hundred are shown.'),
} satisfies Record<string, JsonSchema>;

/** Those that not every result has. */
export const PURL_RESULT_OPTIONAL = [
  'reason',
  'resolved',
  'ecosystem',
  'name',
  'version',
  'vulnerable',
  'malware',
  'known_package',
  'similar',
  'complete',
  'severity',
  'vulnerability_count',
  'below_min_severity',
  'minimum_safe',
  'best',
  'action',
  'advice',
  'vulnerabilities',
  'truncated',
];

/** Component schemas of the OSV family, by the name they are published under. */
export const OSV_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  KevMark: object(
    {
      cve: text('The listed CVE.'),
      date_added: { type: 'string', format: 'date' },
      due_date: { type: 'string', format: 'date' },
      days_until_due: integer("Days from the answer's UTC day to `due_date`; negative when past."),
      overdue: flag('True from the day after `due_date`.'),
      ransomware: flag('True when use in ransomware campaigns is known.'),
    },
    { description: 'That a vulnerability is known to be exploited (CISA KEV).' },
  ),
  PurlVulnerability: object(
    {
      id: text('Preferred id: GHSA, else that of the ecosystem, else CVE; MAL for malware.'),
      ids: array(text('An id or alias of any of its records.')),
      kind: { type: 'string', enum: ['vulnerability', 'malware'] },
      summary: nullable(text('One line.')),
      severity: severity('Level; null when nobody rated it. Never left out by `min_severity` then.'),
      score: { type: ['number', 'null'], minimum: 0, maximum: 10, description: 'CVSS 3 base score.' },
      vector: nullable(text('CVSS vector as published.')),
      fixed: nullable(text('Lowest version fixed by all of its records; null where none is named, and for malware.')),
      fixed_versions: array(text('A fixed version, one for each maintained branch, lowest first.')),
      imports: nullable(
        array(
          text('Import path of a package.'),
          'Go: the packages that it is about, where the Go vulnerability database says so; who imports none of them is not affected. Null where that is not known, and outside Go.',
        ),
      ),
      published: nullable(INSTANT),
      modified: INSTANT,
      withdrawn: nullable({
        ...INSTANT,
        description: 'Not null when all its records were withdrawn; such a one never counts.',
      }),
      distro_unknown: flag('True when it holds for some releases of a distribution and the purl names none.'),
      source: text('Database of the record: GHSA, PYSEC, GO, RUSTSEC, MAL, …'),
      url: { type: 'string', format: 'uri' },
      kev: {
        oneOf: [ref('KevMark'), { type: 'null' }],
        description: 'Null when not listed, or not known to be: see `kev_complete`.',
      },
      epss: {
        ...EPSS_OR_NULL,
        description: `${EPSS_OR_NULL.description} Of several CVEs the one with the highest score, then the one that sorts first.`,
      },
    },
    { optional: ['epss'], description: 'One vulnerability of a package version, all records of it together.' },
  ),
  PurlBest: object(
    {
      version: text('Version in the ecosystem’s spelling.'),
      clears_count: integer('How many vulnerabilities the move clears.', 0),
      remains_count: integer('How many stand against this version.', 0),
      clears: array(text('Id of a vulnerability.'), 'What the move clears, worst first; the first hundred.'),
      remains: array(
        text('Id of a vulnerability.'),
        'All that stands against this version, worst first; the first hundred.',
      ),
      adds: array(
        text('Id of a vulnerability.'),
        'What of it does not stand against the version asked about; the first hundred.',
      ),
    },
    {
      description:
        'The version to move to where none is free of everything: newer, named by an advisory, never malware, and against it stand the fewest exploited vulnerabilities of those at hand now, then the fewest critical and high ones, then the fewest in all; of equals the lowest. `min_severity` does not matter.',
    },
  ),
  PurlResult: object(
    { ...PURL_RESULT_FIELDS, ...LIFECYCLE_JOINED },
    { optional: [...PURL_RESULT_OPTIONAL, 'lifecycle_reason'] },
  ),
  OsvCheck: object({
    count: integer('Purls sent.', 0),
    vulnerable: integer('Purls that something stands against at or above `min_severity`, malware included.', 0),
    clean: integer(
      'Purls of listed packages that nothing stands against in their version at or above `min_severity`; `below_min_severity` says what was left out.',
      0,
    ),
    unlisted: integer('Purls of packages that no advisory names: not known to be clean, nor to exist.', 0),
    malware: integer('Purls of malicious packages.', 0),
    unresolved_count: integer('Purls that were not checked.', 0),
    kev_complete: flag(
      'Whether `kev: null` says "not listed"; false when none, or only the starter selection, of that catalogue is loaded.',
    ),
    kev_snapshot_id: nullable(
      text('Snapshot that `kev` is from; null when none is loaded, and then `kev` says nothing.'),
    ),
    results: array(ref('PurlResult'), 'One entry per purl, in input order.'),
    unresolved: array(ref('PurlResult'), 'The entries that were not checked.'),
    ...EPSS_JOINED,
    eol_complete: flag(
      'Whether all products and their packages are at hand, so that `lifecycle: null` of a package that can be read says "no product".',
    ),
    eol_snapshot_id: nullable(
      text('Snapshot that `lifecycle` is from; null when none is loaded. Its metadata is `meta.joined.eol`.'),
    ),
  }),
};
