import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError } from '../entries/format';
import { arrayAt, objectAt, stringAt, valueAt } from '../syntax/values';
import { addComponent, type SbomComponent } from './component';
import { imageReference } from './image-of-purl';
import type { ComponentLines } from './component-lines';

/** Whether a JSON value says of itself that it is a CycloneDX document. */
export function isCycloneDx(document: unknown): boolean {
  return stringAt(document, 'bomFormat') === 'CycloneDX';
}

/**
 * Components of a CycloneDX document at any depth, those within its subject (`metadata.component`) as well, and the subject itself.
 * Components of tools, services and formulations are not in what is described; ancestors of a pedigree are other software. Source:
 * CycloneDX 1.0 to 1.7, JSON.
 * @param lines undefined where the document lies in an envelope
 */
export function readCycloneDx(document: unknown, lines: ComponentLines | undefined, list: EntryList): void {
  const version = stringAt(document, 'specVersion') ?? '';
  if (!/^1\.\d+$/.test(version))
    throw new UnreadableFileError(`has specVersion "${version.slice(0, 20)}", which is not known`);
  const subject = objectAt(objectAt(document, 'metadata'), 'component');
  if (subject !== undefined) addAll([subject], true, lines, list);
  addAll(arrayAt(document, 'components'), false, lines, list);
}

/** In the order of the text. The depth is that of the JSON text, which is bounded. */
function addAll(
  components: readonly unknown[],
  isSubject: boolean,
  lines: ComponentLines | undefined,
  list: EntryList,
): void {
  for (const component of components) {
    const read = readComponent(component, isSubject, lines);
    const image = isSubject && read.purls.length === 0 ? imageOfSubject(component) : undefined;
    if (image === undefined) addComponent(read, list);
    else list.addImage(image, read.line);
    addAll(arrayAt(component, 'components'), false, lines, list);
  }
}

function readComponent(component: unknown, isSubject: boolean, lines: ComponentLines | undefined): SbomComponent {
  const purls = identifiersOf(component, 'purl');
  const cpes = identifiersOf(component, 'cpe');
  const isOperatingSystem = stringAt(component, 'type') === 'operating-system';
  const ownName = stringAt(component, 'name') ?? '';
  const group = stringAt(component, 'group') ?? '';
  const [key, value] = purls[0] === undefined ? ['name', ownName] : ['purl', purls[0]];
  return {
    name: propertyOf(component, 'syft:distro:id') ?? (group === '' ? ownName : `${group}/${ownName}`),
    version: propertyOf(component, 'syft:distro:versionID') ?? (stringAt(component, 'version') || null),
    purls,
    cpes,
    isOperatingSystem,
    isSubject,
    isDevelopment: isDevelopment(component),
    isRange: stringAt(component, 'versionRange') !== undefined,
    line: lines?.lineOf(key, value, component),
  };
}

/** The component's own, or else what the evidence of its identity concludes (1.5 an object, later a list). */
function identifiersOf(component: unknown, field: 'purl' | 'cpe'): readonly string[] {
  const own = stringAt(component, field);
  if (own !== undefined && own !== '') return [own];
  const identity = valueAt(objectAt(component, 'evidence'), 'identity');
  const concluded = (Array.isArray(identity) ? identity : [identity])
    .filter((one) => stringAt(one, 'field') === field)
    .map((one) => stringAt(one, 'concludedValue') ?? '');
  return [...new Set(concluded)].filter((one) => one !== '');
}

function propertyOf(component: unknown, name: string): string | undefined {
  const properties = arrayAt(component, 'properties');
  if (properties.length === 0) return undefined;
  return stringAt(
    properties.find((property) => stringAt(property, 'name') === name),
    'value',
  );
}

/** Excluded from what runs, or marked by the generators of CycloneDX for npm and Composer. */
function isDevelopment(component: unknown): boolean {
  if (stringAt(component, 'scope') === 'excluded') return true;
  return DEVELOPMENT.some((name) => propertyOf(component, name) === 'true');
}

const DEVELOPMENT = ['cdx:npm:package:development', 'cdx:composer:package:isDevRequirement'];

/** A container without a package URL has the image's reference as its name, with the tag or digest there or as its version. */
function imageOfSubject(component: unknown): string | undefined {
  const name = stringAt(component, 'name') ?? '';
  if (stringAt(component, 'type') !== 'container' || ARCHIVE.test(name)) return undefined;
  const isWhole = name.includes('@') || /:[^/]+$/.test(name);
  return imageReference(name, isWhole ? '' : (stringAt(component, 'version') ?? ''));
}

const ARCHIVE = /\.(?:tar|tgz|gz|zip|sif)$/;
