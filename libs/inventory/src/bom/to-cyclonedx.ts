import { parseReference } from '@stackcheck/image-parser';
import { canonicalPurl } from '../entries/canonical-purl';
import type { Place } from '../entries/entry';
import { escaped } from '../entries/purl';
import type { FileInventory } from '../read-file';
import { ComponentList, type BomComponent } from './component-list';

/** A CycloneDX document. */
export interface CycloneDxDocument {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: object;
  readonly components: readonly BomComponent[];
  readonly compositions?: readonly object[];
}

/**
 * What files name as one CycloneDX 1.6 document: packages and images by package URL, products as platforms, what is identified
 * otherwise by its CPE, each once with the places that name it. What is set apart is a component without package URL, and what could
 * not be read a property of the document, which then says of itself that it is incomplete. It states no time and no serial number, so
 * that the same files give the same text.
 * @param version of this program
 */
export function toCycloneDx(files: readonly FileInventory[], version: string): CycloneDxDocument {
  const list = new ComponentList();
  for (const file of files) addFile(file, list);
  const problems = files.flatMap(({ path, problems: ofFile }) =>
    ofFile.map(({ message, line }) => property('problem', `${placeOf(path, line)}: ${message}`)),
  );
  const hasGaps = problems.length > 0 || files.some(({ apart }) => apart.length > 0);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      tools: { components: [{ type: 'application', name: 'stackcheck', version }] },
      ...(problems.length > 0 && { properties: problems }),
    },
    components: list.components(),
    ...(hasGaps && { compositions: [{ aggregate: 'incomplete' }] }),
  };
}

function addFile({ path, packages, images, products, identified, apart }: FileInventory, list: ComponentList): void {
  const at = ({ line }: Place) => ({ location: path, ...(line !== undefined && { line }) });
  for (const entry of packages) list.add(packageOf(entry.purl), at(entry), entry.dev === true);
  for (const entry of images) list.add(imageOf(entry.ref), at(entry));
  for (const entry of products) {
    const { product, version, from } = entry;
    const component = { type: 'platform', name: product, ...(version !== null && { version }) } as const;
    list.add({ ...component, properties: [property('from', from)] }, at(entry));
  }
  for (const entry of identified) {
    const { name, version, cpe, os, purl } = entry;
    if (purl !== undefined || (cpe === undefined && os === undefined)) continue;
    const type = os ? 'operating-system' : 'application';
    list.add({ type, name, ...(version !== null && { version }), ...(cpe !== undefined && { cpe }) }, at(entry));
  }
  for (const entry of apart) {
    list.add({ type: 'library', name: entry.name, properties: [property('apart', entry.why)] }, at(entry));
  }
}

function packageOf(purl: string): BomComponent {
  const { type, namespace, name, version } = canonicalPurl(purl)!;
  const group = namespace === '' ? {} : { group: namespace };
  return { type: SYSTEM_PACKAGES.has(type) ? 'application' : 'library', ...group, name, version, purl };
}

/** Of distributions, whose packages are more often programs than libraries. */
const SYSTEM_PACKAGES: ReadonlySet<string> = new Set(['apk', 'deb', 'rpm']);

/** With the package URL of its reference where that is one. */
function imageOf(ref: string): BomComponent {
  const parsed = parseReference(ref);
  if ('fault' in parsed) return { type: 'container', name: ref };
  const repository = repositoryOf(ref);
  const tag = tagOf(ref);
  const version = parsed.digest ?? tag;
  return {
    type: 'container',
    name: repository,
    ...(version !== undefined && { version }),
    purl: imagePurl(repository, parsed.digest ?? undefined, tag),
  };
}

/** As written: a reference that leaves out its registry or tag is read in the same way again. */
function repositoryOf(ref: string): string {
  return ref.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
}

function tagOf(ref: string): string | undefined {
  return /:([^/:@]+)(?:@.*)?$/.exec(ref.replace(/@.*$/, ''))?.[1];
}

/** `pkg:docker/…`: the registry as a qualifier, the digest as the version where there is one, and then the tag as a qualifier. */
function imagePurl(repository: string, digest: string | undefined, tag: string | undefined): string {
  const [first = '', ...rest] = repository.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = (isHost ? rest : [first, ...rest]).map(escaped).join('/');
  const version = digest ?? tag;
  const qualifiers = [
    ...(isHost ? [`repository_url=${escaped(first)}`] : []),
    ...(digest !== undefined && tag !== undefined ? [`tag=${escaped(tag)}`] : []),
  ];
  return `pkg:docker/${path}${version === undefined ? '' : `@${escaped(version)}`}${qualifiers.length > 0 ? `?${qualifiers.join('&')}` : ''}`;
}

function property(name: string, value: string) {
  return { name: `stackcheck:${name}`, value };
}

function placeOf(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}
