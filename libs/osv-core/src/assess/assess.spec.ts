import { assess } from './assess';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { prepare } from '../evaluate/evaluate';
import { UNRATED } from '../advisory/rating';
import type { Advisory, RangeEvent } from '../advisory/advisory';

const query = { ecosystem: 'npm', version: '1.0.0', release: null } as const;

function advisory(id: string, events: readonly RangeEvent[], parts: Partial<Advisory> = {}): PackageAdvisory {
  return {
    advisory: {
      id,
      kind: id.startsWith('MAL-') ? 'malware' : 'vulnerability',
      aliases: [],
      modified: '2024-01-02T00:00:00Z',
      published: '2024-01-01T00:00:00Z',
      withdrawn: null,
      rating: UNRATED,
      summary: `about ${id}`,
      url: `https://osv.dev/vulnerability/${id}`,
      source: id.split('-')[0]!,
      ...parts,
    },
    specs: prepare([{ suffix: null, ranges: [events], versions: [] }], 'npm'),
  };
}

const until = (fixed: string): RangeEvent[] => [
  ['i', '0'],
  ['f', fixed],
];
const rated = (score: number, severity: 'low' | 'high' | 'critical') => ({ rating: { score, severity, vector: 'v' } });

describe('assess', () => {
  it('shows records that share an alias as one finding, under the id of GHSA, with the rating of whichever has one', () => {
    const { findings } = assess(query, [
      advisory('GO-2024-1', until('1.2.0'), { aliases: ['CVE-2024-1'], ...rated(9.8, 'critical') }),
      advisory('GHSA-aaaa', until('1.1.0'), { aliases: ['CVE-2024-1'], modified: '2024-01-09T00:00:00Z' }),
      advisory('OSV-2024-1', until('1.1.0'), { aliases: ['CVE-2024-1'], published: '2023-12-01T00:00:00Z' }),
      advisory('GO-2024-2', until('1.3.0')),
    ]);

    expect(findings).toEqual([
      {
        id: 'GHSA-aaaa',
        ids: ['CVE-2024-1', 'GHSA-aaaa', 'GO-2024-1', 'OSV-2024-1'],
        kind: 'vulnerability',
        severity: 'critical',
        score: 9.8,
        vector: 'v',
        summary: 'about GHSA-aaaa',
        fixed: '1.2.0',
        fixedVersions: ['1.1.0', '1.2.0'],
        published: '2023-12-01T00:00:00Z',
        modified: '2024-01-09T00:00:00Z',
        withdrawn: null,
        source: 'GHSA',
        url: 'https://osv.dev/vulnerability/GHSA-aaaa',
        distroUnknown: false,
        imports: null,
      },
      expect.objectContaining({ id: 'GO-2024-2', severity: null, score: null }),
    ]);
  });

  it('puts malware first, then the worst, then the unrated, each by id', () => {
    const { findings } = assess(query, [
      advisory('GHSA-unrated', until('2.0.0')),
      advisory('GHSA-low', until('2.0.0'), rated(3.1, 'low')),
      advisory('GHSA-b', until('2.0.0'), rated(9.8, 'critical')),
      advisory('GHSA-a', until('2.0.0'), rated(9.8, 'critical')),
      advisory('GHSA-high', until('2.0.0'), rated(8, 'high')),
      advisory('MAL-1', [['i', '0']]),
    ]);

    expect(findings.map(({ id }) => id)).toEqual([
      'MAL-1',
      'GHSA-a',
      'GHSA-b',
      'GHSA-high',
      'GHSA-low',
      'GHSA-unrated',
    ]);
  });

  it('offers no fix and no safe version for malware, also where a record of the group calls it a vulnerability', () => {
    const { findings, minimumSafe } = assess(query, [
      advisory('MAL-1', until('1.0.1'), { aliases: ['GHSA-x'] }),
      advisory('GHSA-x', until('1.0.1')),
    ]);

    expect(findings).toMatchObject([{ id: 'MAL-1', kind: 'malware', fixed: null, fixedVersions: [] }]);
    expect(minimumSafe).toBeNull();
  });

  it('leaves out withdrawn records, or shows them as such without letting them count', () => {
    const advisories = [
      advisory('GHSA-gone', [['i', '0']], { withdrawn: '2024-02-01T00:00:00Z' }),
      advisory('GHSA-here', until('1.1.0')),
    ];

    expect(assess(query, advisories).findings.map(({ id }) => id)).toEqual(['GHSA-here']);
    const all = assess(query, advisories, { includeWithdrawn: true });
    expect(all.findings).toMatchObject([
      { id: 'GHSA-gone', withdrawn: '2024-02-01T00:00:00Z' },
      { id: 'GHSA-here', withdrawn: null },
    ]);
    expect(all.minimumSafe).toBe('1.1.0');
  });

  it.each<[string, Partial<Advisory>, (id: string) => boolean]>([
    ['is among those of the package', { withdrawn: '2024-02-01T00:00:00Z' }, () => false],
    ['is about another package', { id: 'GHSA-other' }, (id) => id === 'GHSA-gone'],
  ])(
    'heads a finding by a record that stands, where the preferred one was withdrawn and %s',
    (_what, gone, isWithdrawn) => {
      const advisories = [
        advisory('PYSEC-1', until('1.1.0'), { aliases: ['GHSA-gone', 'CVE-1'] }),
        advisory(
          'GHSA-gone',
          [
            ['i', '0'],
            ['f', '0.5.0'],
          ],
          gone,
        ),
      ];

      for (const includeWithdrawn of [false, true]) {
        const { findings } = assess(query, advisories, { includeWithdrawn, isWithdrawn });
        expect(findings).toMatchObject([{ id: 'PYSEC-1', ids: ['CVE-1', 'GHSA-gone', 'PYSEC-1'] }]);
      }
      const here = [
        ...advisories.slice(0, 1),
        advisory('GHSA-gone', until('1.1.0'), { withdrawn: '2024-02-01T00:00:00Z' }),
      ];
      expect(assess(query, here, { includeWithdrawn: true }).findings).toMatchObject([
        { id: 'PYSEC-1', withdrawn: null },
      ]);
    },
  );

  it('goes on to head a finding by an alias of a better database that is not known to be withdrawn', () => {
    const { findings } = assess(query, [advisory('PYSEC-1', until('1.1.0'), { aliases: ['GHSA-elsewhere'] })]);

    expect(findings).toMatchObject([{ id: 'GHSA-elsewhere' }]);
  });

  it('gives the version itself as safe where nothing affects it', () => {
    expect(assess(query, [advisory('GHSA-old', until('0.9.0'))])).toEqual({
      findings: [],
      minimumSafe: '1.0.0',
      best: null,
    });
  });
});

const LISTED = { suffix: null, ranges: [], versions: ['1.4.0', '1.8.0', '1.9.0'] };

const lastAffected = (version: string) =>
  advisory('A-last', [
    ['i', '0'],
    ['l', version],
  ]);

describe('the minimum safe version', () => {
  it.each<[string, readonly PackageAdvisory[], string | null]>([
    ['the highest fix', [advisory('A-1', until('1.1.0')), advisory('A-2', until('1.2.0'))], '1.2.0'],
    [
      'a fix beyond one that brought another vulnerability',
      [
        advisory('A-1', until('1.1.0')),
        advisory('A-2', [
          ['i', '1.1.0'],
          ['f', '1.1.5'],
        ]),
        advisory('A-3', [
          ['i', '1.1.5'],
          ['f', '2.0.0'],
        ]),
      ],
      '2.0.0',
    ],
    ['none where one has no fix', [advisory('A-1', until('1.1.0')), advisory('A-2', [['i', '0']])], null],
    [
      'none where the fix meets one without',
      [advisory('A-1', until('1.1.0')), advisory('A-2', [['i', '1.1.0']])],
      null,
    ],
    ['none after a last affected version, where none is named', [lastAffected('1.5.0')], null],
    [
      'a fix of another after a last affected version',
      [lastAffected('1.5.0'), advisory('A-2', until('1.6.0'))],
      '1.6.0',
    ],
    [
      'a version in the gap after a last affected one, and not the fix of a later branch',
      [
        advisory('A-1', [
          ['i', '0'],
          ['l', '1.5.0'],
          ['i', '2.0.0'],
          ['f', '2.3.0'],
        ]),
        advisory('A-2', until('1.7.0')),
      ],
      '1.7.0',
    ],
    [
      'one that a withdrawn record lists',
      [
        lastAffected('1.5.0'),
        { ...advisory('A-2', [], { withdrawn: '2024-02-01T00:00:00Z' }), specs: prepare([LISTED], 'npm') },
      ],
      '1.8.0',
    ],
    [
      'one that another record lists, whatever its own fixes are',
      [
        lastAffected('1.5.0'),
        advisory('A-3', [['i', '1.9.0']]),
        { ...advisory('A-2', []), specs: prepare([LISTED], 'npm') },
      ],
      null,
    ],
    [
      'no bound that no release bears',
      [lastAffected('1.5.0'), advisory('A-2', [['i', '1.9.0-0']], { withdrawn: '2024-02-01T00:00:00Z' })],
      null,
    ],
  ])('is %s', (_name, advisories, expected) => {
    expect(assess(query, advisories).minimumSafe).toBe(expected);
  });
});
