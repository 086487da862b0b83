import { canonicalPurl } from '../entries/canonical-purl';
import type { EntryList } from '../entries/entry-list';
import { imageOfPurl } from './image-of-purl';

/** What SBOMs of every kind say of a component. */
export interface SbomComponent {
  /** For people, with its group before it where it has one. */
  readonly name: string;
  readonly version: string | null;
  /** As written. */
  readonly purls: readonly string[];
  /** As written. */
  readonly cpes: readonly string[];
  readonly isOperatingSystem: boolean;
  /** The document is about it. */
  readonly isSubject: boolean;
  readonly isDevelopment: boolean;
  /** It is said which versions it may have, not which it has. */
  readonly isRange: boolean;
  readonly line: number | undefined;
}

/**
 * Adds a component to the lists that it belongs to: a container image by its reference, else a package by its canonical package URL;
 * by each CPE, as an operating system or as the subject among those that are identified; and apart where nothing of these says what
 * it is. The subject is no package of its own list.
 */
export function addComponent(component: SbomComponent, list: EntryList): void {
  const { name, purls, cpes, isOperatingSystem, isSubject, isRange, line } = component;
  const added = purls.map((purl) => addPurl(purl, component, list));
  const purl = added.find((one) => one !== undefined && one !== IMAGE);
  addIdentified(component, purl, list);
  if (isSubject) {
    if (!added.includes(IMAGE)) list.addApart(name, 'workspace', line);
  } else if (purls.length === 0 && cpes.length === 0 && !isOperatingSystem) {
    list.addApart(name, isRange ? 'range' : 'no_registry', line);
  }
}

const IMAGE = 'image';

/** The canonical spelling, or that it is an image; undefined where it is no package URL. */
function addPurl(text: string, { isSubject, isDevelopment, line }: SbomComponent, list: EntryList): string | undefined {
  const purl = canonicalPurl(text);
  const image = purl === undefined ? undefined : imageOfPurl(purl);
  if (image !== undefined) {
    list.addImage(image, line);
    return IMAGE;
  }
  if (purl === undefined) list.addApart(text, 'unsupported', line);
  else if (isSubject) return purl.text;
  else if (purl.version === '') list.addApart(purl.text, 'no_version', line);
  else list.addPackage(purl.text, { line, dev: isDevelopment });
  return purl?.text;
}

function addIdentified(component: SbomComponent, purl: string | undefined, list: EntryList): void {
  const { name, version, cpes, isOperatingSystem, isSubject, line } = component;
  const entry = {
    name,
    version,
    ...(isOperatingSystem && { os: true as const }),
    ...(isSubject && { subject: true as const }),
    ...(purl !== undefined && { purl }),
  };
  for (const cpe of cpes) list.addIdentified({ ...entry, cpe }, line);
  if (cpes.length === 0 && (isOperatingSystem || (isSubject && purl !== undefined))) list.addIdentified(entry, line);
}
