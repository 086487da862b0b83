import type { SyntheticRecord } from '@stackcheck/bench/parts';

/** The package with the most advisories, as the kernel of a distribution has them; a purl without its version. */
export const HEAVIEST_PACKAGE = 'pkg:deb/debian/linux';
/** A library with hundreds. */
export const LARGE_PACKAGE = 'pkg:pypi/large-library';

const RELEASES = ['Debian:11', 'Debian:12', 'Debian:13'];
const MODIFIED = '2026-10-01T00:00:00Z';
/** Descriptions make most of a snapshot's size, which a slow download must have. */
const SUMMARY =
  'In the kernel, a made-up weakness of a made-up driver lets a local user read memory after it was freed. ';

/** So many advisories of the heaviest package and of the large one, the same ones each time. */
export function* heavyRecords(heaviest: number, large: number): Generator<SyntheticRecord> {
  for (let n = 0; n < heaviest; n++) yield kernel(n);
  for (let n = 0; n < large; n++) yield library(n);
}

function kernel(n: number): SyntheticRecord {
  const id = `DEBIAN-CVE-2024-${20_000 + n}`;
  return record('Debian', id, {
    upstream: [`CVE-2024-${20_000 + n}`],
    summary: `${n}: ${SUMMARY.repeat(4)}`,
    affected: RELEASES.map((release, at) => ({
      package: { ecosystem: release, name: 'linux' },
      ranges: [
        { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: `${5 + at}.${10 + (n % 40)}.${n % 200}-1` }] },
      ],
    })),
  });
}

function library(n: number): SyntheticRecord {
  const id = `PYSEC-2025-${5_000 + n}`;
  return record('PyPI', id, {
    aliases: [`CVE-2025-${50_000 + n}`],
    summary: `${n}: ${SUMMARY}`,
    affected: [0, 1, 2].map((major) => ({
      package: { ecosystem: 'PyPI', name: 'large-library' },
      ranges: [
        {
          type: 'ECOSYSTEM',
          events: [{ introduced: `${major}.0.0` }, { fixed: `${major}.${10 + (n % 60)}.${n % 9}` }],
        },
      ],
    })),
  });
}

function record(ecosystem: string, id: string, rest: object): SyntheticRecord {
  const json = JSON.stringify({ schema_version: '1.7.4', id, modified: MODIFIED, published: MODIFIED, ...rest });
  return { ecosystem, id, modified: MODIFIED, json };
}
