import { canonicalPurl } from '../entries/canonical-purl';
import type { EntryList } from '../entries/entry-list';
import { arrayAt, objectAt, stringAt } from '../syntax/values';
import { imageOfPurl, imageReference } from './image-of-purl';

/**
 * The images that an in-toto statement is about: by package URL, as Docker's builder names them, or by repository and digest, as cosign
 * does. Other subjects are files, which are listed apart.
 */
export function addSubjects(statement: unknown, list: EntryList): void {
  for (const subject of arrayAt(statement, 'subject')) {
    const name = stringAt(subject, 'name') ?? '';
    const image = imageOfSubject(name, stringAt(objectAt(subject, 'digest'), 'sha256'));
    if (image === undefined) list.addApart(name, 'workspace');
    else list.addImage(image);
  }
}

function imageOfSubject(name: string, sha256: string | undefined): string | undefined {
  const purl = name.startsWith('pkg:') ? canonicalPurl(name) : undefined;
  if (purl !== undefined) return imageOfPurl(purl);
  // A file is named by a name alone.
  return HOST.test(name) ? imageReference(name, sha256 === undefined ? '' : `sha256:${sha256}`) : undefined;
}

const HOST = /^(?:[a-z0-9-]+\.[a-z0-9.-]+(?::\d+)?|localhost(?::\d+)?)\//;

/** Whether the beginning of a JSON text is that of a statement about an SBOM, also in an envelope. */
export function saysSbomInStatement(head: string): boolean {
  if (/"_type"\s{0,20}:\s{0,20}"https:\/\/in-toto\.io\/Statement\//.test(head)) return ABOUT_SBOM.test(head);
  if (!/"payloadType"|"dsseEnvelope"|"payload"\s{0,20}:\s{0,20}"eyJ/.test(head)) return false;
  const [, payload = ''] = /"payload"\s{0,20}:\s{0,20}"([A-Za-z0-9+/_-]{4,})/.exec(head) ?? [];
  return ABOUT_SBOM.test(beginningOf(payload));
}

/** `https://cyclonedx.org/bom`, with or without a version, and `https://spdx.dev/Document`. */
const ABOUT_SBOM = /"predicateType"\s{0,20}:\s{0,20}"https?:\/\/(?:www\.)?(?:cyclonedx\.org|spdx\.dev|spdx\.org)\//;

/** The bytes of a payload in base64 whose end may be missing, as characters. */
function beginningOf(payload: string): string {
  const groups = payload.slice(0, payload.length - (payload.length % 4));
  return atob(groups.replaceAll('-', '+').replaceAll('_', '/'));
}
