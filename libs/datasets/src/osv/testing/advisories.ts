import type { Ecosystem } from '@stackcheck/osv-core/records';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';

/** A made-up advisory about one npm package named after it, with some of it changed. */
export function someAdvisory(id: string, parts: Partial<StoredAdvisory> = {}): StoredAdvisory {
  return {
    id,
    aliases: [],
    modified: '2026-01-02T03:04:05Z',
    published: '2026-01-01T00:00:00Z',
    withdrawn: null,
    severity: 'high',
    score: 7.5,
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    summary: `What ${id} is about, e.g. “é”`,
    packages: [place('npm', id.toLowerCase())],
    ...parts,
  };
}

/** What an advisory says about a package; without a spec: every version. */
export function place(ecosystem: Ecosystem, name: string, spec = '*') {
  return { ecosystem, name, spec };
}
