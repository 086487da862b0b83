import type { AdvisorySource } from '../check/advisory-source';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { prepare } from '../evaluate/evaluate';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { UNRATED } from '../advisory/rating';
import type { Advisory, RangeEvent } from '../advisory/advisory';

const ALL: readonly RangeEvent[] = [['i', '0']];

/** An npm advisory that concerns all versions unless said otherwise; malware where its id says so. */
export function testAdvisory(id: string, parts: Partial<Advisory> = {}, events = ALL): PackageAdvisory {
  return {
    advisory: {
      id,
      kind: id.startsWith('MAL-') ? 'malware' : 'vulnerability',
      aliases: [],
      modified: '2024-01-02T00:00:00Z',
      published: null,
      withdrawn: null,
      rating: UNRATED,
      summary: null,
      url: `https://osv.dev/vulnerability/${id}`,
      source: 'GHSA',
      ...parts,
    },
    specs: prepare([{ suffix: null, ranges: [events], versions: [] }], 'npm'),
  };
}

/** A source of npm packages that covers npm and nothing else. */
export function testSource(packages: Readonly<Record<string, readonly PackageAdvisory[]>>): AdvisorySource {
  return {
    covers: (ecosystem) => ecosystem === 'npm',
    advisoriesOf: (ecosystem: Ecosystem, names) =>
      ecosystem === 'npm' ? names.flatMap((name) => packages[name] ?? []) : [],
  };
}
