import type { KevSnapshot } from './records';
import { LIBRARIES } from './starter/libraries';
import { parseTable } from './starter/parse-table';
import { SERVERS } from './starter/servers';
import { SYSTEMS } from './starter/systems';

/** The instant for which the starter's facts were written down. */
const AS_OF = '2026-11-20T00:00:00Z';

/**
 * The starter catalogue: a hand-written selection of vulnerabilities that everybody knows, served from the first second of
 * a fresh installation until the first refresh brings the whole catalogue. Anyone who serves it says that "not listed" means
 * nothing yet. Entries come in ascending order of id.
 */
export function kevStarter(): { readonly asOf: string; readonly snapshot: KevSnapshot } {
  const entries = [LIBRARIES, SERVERS, SYSTEMS].flatMap(parseTable);
  entries.sort((a, b) => (a.cve < b.cve ? -1 : 1));
  const meta = {
    upstream_schema_version: 'starter-1',
    catalog_version: 'starter-1',
    released_at: new Date(AS_OF).toISOString(),
  };
  return { asOf: AS_OF, snapshot: { dataset: 'kev', meta, entries } };
}
