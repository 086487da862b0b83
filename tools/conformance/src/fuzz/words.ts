import fc from 'fast-check';
import type { ServedApi } from '../oracle/served-api';

const VERSIONS = ['3.12', '3.12.4', '22.04', '24.1.0', '1.2.3-rc1', '17.0.11+9', 'latest', 'lts', '2024'];

/** Products whose majors are small numbers; the others come up, too, but are seldom matched by chance. */
const NUMBERED = ['nodejs', 'debian', 'postgresql', 'angular', 'python', 'ubuntu', 'go'];

/** Text that means something to the service, by the name of the parameter or member it is for. */
export function wordsOf({
  ids,
  operations,
}: Pick<ServedApi, 'ids' | 'operations'>): (name: string) => fc.Arbitrary<string> {
  const numbered = ids.filter((id) => NUMBERED.includes(id));
  const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...(numbered.length > 0 ? numbered : ids)));
  const version = fc.oneof(fc.integer({ min: 1, max: 30 }).map(String), fc.constantFrom(...VERSIONS));
  const pair = fc.tuple(id, version).map((parts) => parts.join('@'));
  const pairs = fc.array(pair, { minLength: 1, maxLength: 5 }).map((list) => list.join());
  const image = fc
    .tuple(
      fc.constantFrom('', '', 'library/', 'docker.io/', 'docker.io/library/', 'FROM '),
      fc.oneof(id, fc.constantFrom('node', 'python', 'golang', 'postgres', 'debian', 'redis')),
      fc.constantFrom(':', ':', ':', '@', ''),
      version,
      fc.constantFrom('', '', '-alpine', '-bookworm', '-slim', '-alpine3.20', ' AS build'),
    )
    .map((parts) => parts.join(''));
  const cve = fc.oneof(
    fc.constantFrom('CVE-2021-44228', 'cve-2021-44228', ' CVE-2014-0160', 'CVE-2023-45857', 'CVE-2021-044228'),
    fc.stringMatching(/^CVE-20[0-2][0-9]-[1-9][0-9]{3,6}$/),
  );
  const routes = operations.flatMap(({ id: name, method, path }) => [name, `${method} ${path}`]);
  const byName: Readonly<Record<string, fc.Arbitrary<string>>> = {
    product: id,
    cycle: version,
    version,
    items: pairs,
    image,
    id: fc.oneof(id, pair, cve),
    cves: cve,
    route: fc.constantFrom(...routes, 'GET /v1/eol/nodejs', 'GET /v1/eol/image?image=node:24'),
    dataset: fc.constantFrom('eol', 'kev'),
  };
  return (name) => byName[name] ?? fc.oneof(id, version, pair, image);
}
