import type { StoredAdvisory } from '../../snapshot/stored-advisory';
import { place, someAdvisory } from './advisories';

/** What is said of an advisory that nobody rated. */
export const UNRATED = { severity: null, score: null, vector: null } as const;

/** A flaw of a package of npm, and of the packages that hold it. */
export const LODASH: StoredAdvisory = someAdvisory('GHSA-35jh-r3h4-6jhm', {
  aliases: ['CVE-2021-23337'],
  packages: [
    place('RubyGems', 'lodash-rails', '[[null,[["i","0","l","4.17.15"]]]]'),
    place('npm', 'lodash', '[[null,[["i","0","f","4.17.21"]]]]'),
    place('npm', 'lodash-es', '[[null,[["i","0","f","4.17.21"]]]]'),
  ],
});

/** One that was withdrawn, with nothing that may be left out. */
export const BARE: StoredAdvisory = someAdvisory('GO-2024-1', {
  ...UNRATED,
  published: null,
  withdrawn: '2026-01-03T00:00:00Z',
  summary: null,
  packages: [],
});

/** A finding of malware, in every version. */
export const MALICIOUS: StoredAdvisory = someAdvisory('MAL-2024-1', { packages: [place('npm', 'lodash')] });
