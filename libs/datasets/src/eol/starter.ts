import { EOL_RECORDS_VERSION, type EolSnapshot } from './records';
import { CONTAINERS } from './starter/containers';
import { DATABASES } from './starter/databases';
import { DELIVERY } from './starter/delivery';
import { JAVA } from './starter/java';
import { LANGUAGES } from './starter/languages';
import { OPERATING_SYSTEMS } from './starter/operating-systems';
import { parseTable } from './starter/parse-table';
import { SERVERS } from './starter/servers';
import { WEB_FRAMEWORKS } from './starter/web-frameworks';

/** The instant for which the starter's facts were written down. */
const AS_OF = '2026-11-20T00:00:00Z';

const tables = () => [LANGUAGES, JAVA, DATABASES, OPERATING_SYSTEMS, WEB_FRAMEWORKS, SERVERS, CONTAINERS, DELIVERY];

/**
 * The starter dataset: a hand-written selection of widely used products, served from the first second of a fresh
 * installation until the first refresh brings the whole feed. `asOf` is fixed, an ISO instant: the facts age, and
 * anyone who serves them says so. Products come in ascending order of id, cycles newest first.
 */
export function eolStarter(): { readonly asOf: string; readonly snapshot: EolSnapshot } {
  const today = AS_OF.slice(0, 10);
  const products = tables().flatMap((table) => parseTable(table, today));
  products.sort((a, b) => (a.product < b.product ? -1 : 1));
  const meta = { records_version: EOL_RECORDS_VERSION, upstream_schema_version: 'starter-1' };
  return { asOf: AS_OF, snapshot: { dataset: 'eol', meta, products } };
}
