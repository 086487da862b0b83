import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { finish } from '../tasks/cooperative-task';
import { kevDataset } from './dataset';
import { guardKev } from './guards';
import { kevStarter } from './starter';
import { parseTable } from './starter/parse-table';
import type { UpstreamCatalogue } from './upstream';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feed = join(corpora, '../data/kev/known_exploited_vulnerabilities.json');
const there = existsSync(feed);

const { asOf, snapshot } = kevStarter();

describe('the starter catalogue', () => {
  it('says that it is one, of a fixed instant', () => {
    expect(asOf).toBe('2026-11-20T00:00:00Z');
    expect(snapshot.meta).toEqual({
      upstream_schema_version: 'starter-1',
      catalog_version: 'starter-1',
      released_at: '2026-11-20T00:00:00.000Z',
    });
    expect(kevStarter()).toEqual({ asOf, snapshot });
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  it('holds well-known entries in order, with and without ransomware and weaknesses', () => {
    const ids = snapshot.entries.map(({ cve }) => cve);

    expect(ids.length).toBeGreaterThanOrEqual(25);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(new Set(snapshot.entries.map(({ ransomware }) => ransomware))).toEqual(new Set([true, false]));
    expect(snapshot.entries.filter(({ cwes }) => cwes.length === 0).length).toBeGreaterThan(0);
    expect(snapshot.entries.find(({ cve }) => cve === 'CVE-2021-44228')).toEqual({
      cve: 'CVE-2021-44228',
      vendor: 'Apache',
      product: 'Log4j2',
      name: 'Apache Log4j2: remote code execution by a logged text',
      date_added: '2021-12-10',
      due_date: '2021-12-24',
      ransomware: true,
      required_action: expect.stringMatching(/^Update or mitigate/) as string,
      description: expect.stringContaining('Log4Shell') as string,
      notes: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228',
      cwes: ['CWE-20', 'CWE-400', 'CWE-502'],
      references: ['https://nvd.nist.gov/vuln/detail/CVE-2021-44228'],
    });
  });

  it('breaks no rule but that most well-known entries of a whole catalogue are missing', () => {
    expect(guardKev(snapshot, undefined).map(({ rule, overridable }) => [rule, overridable])).toEqual([
      ['canary_changed', true],
    ]);
    expect(finish(kevDataset.selfTest(finish(kevDataset.index(snapshot)), snapshot))).toBeUndefined();
  });

  it('names a product once where it bears the name of its vendor', () => {
    const names = snapshot.entries.map(({ name }) => name.split(':')[0]);

    expect(names).toContain('OpenSSL');
    expect(names.filter((name) => /^(.+) \1$/.test(name ?? ''))).toEqual([]);
  });
});

describe('a table of the starter', () => {
  const good = [
    'CVE-2021-0001  2021-11-03  2022-05-03  ransomware  CWE-20',
    '  Acme | Anvil | it falls',
    '  An anvil falls.',
  ];

  it('gives an entry for three lines', () => {
    expect(parseTable(good.join('\n'))).toMatchObject([{ cve: 'CVE-2021-0001', ransomware: true, cwes: ['CWE-20'] }]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['an id that is none', ['CVE-21-1 2021-11-03 2022-05-03', ...good.slice(1)], /CVE-21-1.*must be CVE/],
    ['no due date', ['CVE-2021-0001 2021-11-03', ...good.slice(1)], /"" is no date/],
    ['an impossible day', ['CVE-2021-0001 2021-11-31 2022-05-03', ...good.slice(1)], /"2021-11-31" is no date/],
    ['an unknown mark', ['CVE-2021-0001 2021-11-03 2022-05-03 ransom', ...good.slice(1)], /"ransom" is no mark/],
    [
      'a mark in the wrong place',
      ['CVE-2021-0001 2021-11-03 2022-05-03 CWE-1 ransomware', ...good.slice(1)],
      /no mark/,
    ],
    ['no vendor', [good[0]!, 'Anvil | it falls', good[2]!], /vendor \| product/],
    ['no description', good.slice(0, 2), /a line is missing/],
    ['a fourth line', [...good, 'More.'], /three lines/],
  ])('with %s is refused', (_what, lines, message) => {
    expect(() => parseTable(lines.join('\n'))).toThrow(message);
  });
});

// The raw feed is read here, not our normalised form of it: a slip in that would otherwise go unseen on both sides.
(there ? describe : describe.skip)(
  `the starter and the feed${there ? '' : ' (known_exploited_vulnerabilities.json is missing)'}`,
  () => {
    const { vulnerabilities } = there
      ? (JSON.parse(readFileSync(feed, 'utf8')) as UpstreamCatalogue)
      : { vulnerabilities: [] };
    const upstream = new Map(vulnerabilities.map((entry) => [entry.cveID, entry]));

    it('state the same facts about every entry of the starter', () => {
      const facts = snapshot.entries.map((entry) => [
        entry.cve,
        entry.vendor,
        entry.product,
        entry.date_added,
        entry.due_date,
        entry.ransomware ? 'Known' : 'Unknown',
        ...entry.cwes,
      ]);

      expect(facts).toEqual(
        snapshot.entries.map(({ cve }) => {
          const entry = upstream.get(cve)!;
          return [
            cve,
            entry.vendorProject.trim(),
            entry.product.trim(),
            entry.dateAdded,
            entry.dueDate,
            entry.knownRansomwareCampaignUse,
            ...(entry.cwes ?? []),
          ];
        }),
      );
    });

    it('share no sentence: the starter is in words of our own', () => {
      const theirs = vulnerabilities.flatMap((entry) => [
        entry.shortDescription,
        entry.vulnerabilityName,
        entry.requiredAction,
      ]);
      const said = new Set(theirs.map((text) => text.trim()));

      expect(
        snapshot.entries.flatMap(({ description, name, required_action: action }) =>
          [description, name, action].filter((text) => said.has(text)),
        ),
      ).toEqual([]);
    });
  },
);
