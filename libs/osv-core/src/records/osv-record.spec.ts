import fc from 'fast-check';
import { byPackage } from './osv-affected';
import { readOsvRecord } from './osv-record';

const RECORD = {
  schema_version: '1.6.0',
  id: 'GHSA-x',
  aliases: ['CVE-2024-1'],
  modified: '2024-01-02T00:00:00Z',
  published: '2024-01-01T00:00:00Z',
  summary: 'A flaw',
  details: 'Long text',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'Left-Pad' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
      versions: ['1.0.0', '3.0.0'],
    },
    {
      package: { ecosystem: 'Debian:12', name: 'left-pad' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0-1' }, { last_affected: '1.2-1' }, { limit: '2' }] }],
    },
  ],
};

const read = (parts: object) => readOsvRecord({ ...RECORD, ...parts });

describe('readOsvRecord', () => {
  it('keeps what answers show, and of the listed versions those that no range holds', () => {
    expect(readOsvRecord(RECORD)).toEqual({
      ok: true,
      record: {
        id: 'GHSA-x',
        kind: 'vulnerability',
        aliases: ['CVE-2024-1'],
        modified: '2024-01-02T00:00:00Z',
        published: '2024-01-01T00:00:00Z',
        withdrawn: null,
        rating: { severity: 'critical', score: 9.8, vector: RECORD.severity[0]!.score },
        summary: 'A flaw',
        url: 'https://osv.dev/vulnerability/GHSA-x',
        source: 'GHSA',
        affected: [
          {
            ecosystem: 'npm',
            name: 'left-pad',
            suffix: null,
            ranges: [
              [
                ['i', '0'],
                ['f', '1.2.0'],
              ],
            ],
            versions: ['3.0.0'],
          },
          {
            ecosystem: 'Debian',
            name: 'left-pad',
            suffix: '12',
            ranges: [
              [
                ['i', '1.0-1'],
                ['l', '1.2-1'],
                ['u', '2'],
              ],
            ],
            versions: [],
          },
        ],
      },
    });
  });

  it('marks malware, whatever severity it states', () => {
    expect(read({ id: 'MAL-2024-1' })).toMatchObject({
      record: { kind: 'malware', rating: { severity: 'critical', score: null }, source: 'MAL' },
    });
  });

  it('takes no commit for a version, and a record of commits alone for its repositories with their tags', () => {
    const git = {
      type: 'GIT',
      repo: 'https://github.com/Curl/curl.git',
      events: [{ introduced: '0' }, { fixed: 'ab12' }],
    };

    expect(
      read({ affected: [{ package: { ecosystem: 'PyPI', name: 'a' }, ranges: [git], versions: ['1.0'] }] }),
    ).toMatchObject({
      record: { affected: [{ ecosystem: 'PyPI', ranges: [], versions: ['1.0'] }] },
    });
    expect(read({ affected: [{ ranges: [git, git], versions: ['curl-8_0'] }] })).toMatchObject({
      record: { affected: [{ ecosystem: 'GIT', name: 'github.com/curl/curl', ranges: [], versions: ['curl-8_0'] }] },
    });
  });

  it('leaves out ecosystems that cannot be asked about', () => {
    expect(read({ affected: [{ package: { ecosystem: 'Linux', name: 'Kernel' } }] })).toMatchObject({
      record: { affected: [] },
    });
  });

  it('finds severity in the affected entries and among the labels', () => {
    const affected = [{ package: { ecosystem: 'Bitnami', name: 'a' }, severity: RECORD.severity }];
    const cvss = [
      { package: { ecosystem: 'crates.io', name: 'a' }, database_specific: { cvss: RECORD.severity[0]!.score } },
    ];

    expect(read({ severity: undefined, affected })).toMatchObject({ record: { rating: { score: 9.8 } } });
    expect(read({ severity: undefined, affected: cvss })).toMatchObject({ record: { rating: { score: 9.8 } } });
    expect(read({ severity: undefined, affected: [], database_specific: { severity: 'MODERATE' } })).toMatchObject({
      record: { rating: { severity: 'medium', score: null } },
    });
  });

  it.each([
    ['the summary', { summary: ' One line \n' }, 'One line'],
    ['the first line of the details', { summary: undefined, details: '# Title\n\nText' }, 'Title'],
    ['nothing', { summary: '', details: '  ' }, null],
    ['no more than fits', { summary: 'x'.repeat(300) }, `${'x'.repeat(239)}…`],
  ])('summarises by %s', (_name, parts, summary) => {
    expect(read(parts)).toMatchObject({ record: { summary } });
  });

  it('fills up the year of an instant that nobody set', () => {
    expect(read({ modified: '1-01-01T00:00:00Z' })).toMatchObject({ record: { modified: '0001-01-01T00:00:00Z' } });
  });

  it.each<[string, unknown]>([
    ['', null],
    ['', []],
    ['id', { ...RECORD, id: '' }],
    ['id', { ...RECORD, id: '../x' }],
    ['modified', { ...RECORD, modified: undefined }],
    ['modified', { ...RECORD, modified: 'yesterday' }],
    ['withdrawn', { ...RECORD, withdrawn: 'yes' }],
    ['aliases', { ...RECORD, aliases: 'CVE-1' }],
    ['aliases[0]', { ...RECORD, aliases: [1] }],
    ['affected', { ...RECORD, affected: {} }],
    ['affected[0]', { ...RECORD, affected: [null] }],
    ['affected[0].package', { ...RECORD, affected: [{ package: 'a' }] }],
    ['affected[0].package.ecosystem', { ...RECORD, affected: [{ package: { name: 'a' } }] }],
    ['affected[0].package.name', { ...RECORD, affected: [{ package: { ecosystem: 'npm', name: '' } }] }],
    ['affected[0].versions[0]', entryWith({ versions: [1] })],
    ['affected[0].ranges', entryWith({ ranges: {} })],
    ['affected[0].ranges[0].type', entryWith({ ranges: [{ events: [] }] })],
    ['affected[0].ranges[0].type', entryWith({ ranges: [{ type: 'NEW', events: [] }] })],
    ['affected[0].ranges[0].events', entryWith({ ranges: [{ type: 'SEMVER', events: {} }] })],
    ['affected[0].ranges[0].events[0]', entryWith({ ranges: [{ type: 'SEMVER', events: [{ begun: '1' }] }] })],
    [
      'affected[0].ranges[0].events[0]',
      entryWith({ ranges: [{ type: 'SEMVER', events: [{ introduced: '0', fixed: '1' }] }] }),
    ],
    [
      'affected[0].ranges[0].events[0].introduced',
      entryWith({ ranges: [{ type: 'SEMVER', events: [{ introduced: 1 }] }] }),
    ],
  ])('names the field at fault: "%s"', (place, json) => {
    expect(readOsvRecord(json)).toEqual({
      ok: false,
      code: 'wrong_form',
      place,
      fault: expect.stringContaining(place || 'the record'),
    });
  });

  it('throws on no JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(RECORD), 'withdrawn'), (value, field) => {
        expect(typeof read({ [field]: value }).ok).toBe('boolean');
        expect(typeof readOsvRecord(value).ok).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });
});

function entryWith(parts: object): unknown {
  return { ...RECORD, affected: [{ package: { ecosystem: 'npm', name: 'a' }, ...parts }] };
}

describe('byPackage', () => {
  it('gathers the entries of one package into one row', () => {
    const spec = { ranges: [], versions: [] };
    const npm = { ecosystem: 'npm', name: 'a' } as const;

    expect(
      byPackage([
        { ...npm, suffix: null, ...spec },
        { ecosystem: 'PyPI', name: 'a', suffix: null, ...spec },
        { ...npm, suffix: 'x', ...spec },
      ]),
    ).toEqual([
      {
        ...npm,
        affected: [
          { suffix: null, ...spec },
          { suffix: 'x', ...spec },
        ],
      },
      { ecosystem: 'PyPI', name: 'a', affected: [{ suffix: null, ...spec }] },
    ]);
  });
});
