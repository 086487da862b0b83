import type { Assessment } from '../outcome';
import type { Acceptance, VexStatements } from './acceptance';
import { isObject, objectsOf, textOf, type JsonObject } from './json-members';
import { NOT_AFFECTED_BECAUSE } from './project-acceptance';

/** The statements of a CycloneDX document, 1.4 and later: `vulnerabilities` with their `analysis`. */
export function readCycloneDxVex(document: JsonObject, file: string): VexStatements {
  const purls = purlsByRef(document);
  const acceptances: Acceptance[] = [];
  let others = 0;
  for (const vulnerability of objectsOf(document['vulnerabilities'])) {
    const analysis = isObject(vulnerability['analysis']) ? vulnerability['analysis'] : {};
    const assessment = assessmentOf(analysis);
    const id = textOf(vulnerability['id']);
    if (assessment === undefined || id === undefined) {
      others++;
      continue;
    }
    acceptances.push({
      id,
      aliases: objectsOf(vulnerability['references']).flatMap((reference) => textOf(reference['id']) ?? []),
      product: null,
      packages: objectsOf(vulnerability['affects']).flatMap((affected) => packagesOf(affected, purls)),
      path: null,
      until: null,
      reason: textOf(analysis['detail']) ?? `${file} says ${assessment.state}`,
      assessment,
      from: { kind: 'vex', file },
    });
  }
  return { acceptances, others };
}

/** `exploitable`, `in_triage` and `false_positive` accept nothing; the last speaks of a scanner's finding, not of the component. */
function assessmentOf({ state, justification }: JsonObject): Assessment | undefined {
  if (state === 'resolved' || state === 'resolved_with_pedigree') return { state: 'fixed' };
  if (state !== 'not_affected') return undefined;
  return { state, because: NOT_AFFECTED_BECAUSE.find((each) => each === justification) ?? null };
}

/** The package URL of each component by its `bom-ref`, nested ones and the subject included. */
function purlsByRef(document: JsonObject): ReadonlyMap<string, string> {
  const purls = new Map<string, string>();
  const metadata = isObject(document['metadata']) ? document['metadata'] : {};
  const open = [...objectsOf([metadata['component']]), ...objectsOf(document['components'])];
  for (let component = open.pop(); component !== undefined; component = open.pop()) {
    const [ref, purl] = [textOf(component['bom-ref']), textOf(component['purl'])];
    if (ref !== undefined && purl !== undefined) purls.set(ref, purl);
    for (const nested of objectsOf(component['components'])) open.push(nested);
  }
  return purls;
}

/**
 * The package of an `affects` entry: a `bom-ref` of this document, one of another as a BOM-Link (`urn:cdx:serial/version#ref`), or
 * a package URL itself. Where versions are named, those alone, by number: a range is not judged here.
 */
function packagesOf(affected: JsonObject, purls: ReadonlyMap<string, string>): readonly string[] {
  const ref = textOf(affected['ref']) ?? '';
  const local = ref.startsWith('urn:cdx:') ? decodedFragment(ref) : ref;
  const purl = purls.get(local) ?? (local.startsWith('pkg:') ? local : undefined);
  if (purl === undefined) return [];
  if (!Array.isArray(affected['versions']) || affected['versions'].length === 0) return [purl];
  const versions = objectsOf(affected['versions']).flatMap(({ version }) => textOf(version) ?? []);
  return versions.map((version) => withVersion(purl, version));
}

function decodedFragment(link: string): string {
  const fragment = link.slice(link.indexOf('#') + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function withVersion(purl: string, version: string): string {
  const [, name = '', rest = ''] = /^([^?#]*?)(?:@[^/?#]*)?([?#].*)?$/.exec(purl) ?? [];
  return `${name}@${encodeURIComponent(version)}${rest}`;
}
