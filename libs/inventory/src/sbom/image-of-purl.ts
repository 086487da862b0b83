import { parseReference } from '@stackcheck/image-parser';
import type { PurlParts } from '../entries/canonical-purl';

/**
 * The image reference that a package URL of type `docker` or `oci` names: its repository, with the tag and the digest that it knows.
 * Both stand as version, and `oci` has the tag as a qualifier; `repository_url` holds the name at its end or lacks it (purl-spec
 * shows it with the name).
 * @returns undefined for other types, and where no reference can be made of it
 */
export function imageOfPurl({ type, namespace, name, version, qualifiers }: PurlParts): string | undefined {
  if (type !== 'docker' && type !== 'oci') return undefined;
  const path = namespace === '' ? name : `${namespace}/${name}`;
  const url = (qualifiers.get('repository_url') ?? '').replace(/^[a-z]+:\/\//, '').replace(/\/$/, '');
  const repository = url === '' ? path : url === path || url.endsWith(`/${path}`) ? url : `${url}/${path}`;
  return imageReference(repository, version, qualifiers.get('tag'));
}

/**
 * A repository with a tag and digest, where that is a reference.
 * @param version a digest or a tag
 */
export function imageReference(repository: string, version: string, tag?: string): string | undefined {
  const digest = /^[a-z0-9]+:[0-9a-f]{32,}$/.test(version) ? version : undefined;
  const named = tag ?? (digest === undefined && version !== '' ? version : undefined);
  const reference = `${repository}${named === undefined ? '' : `:${named}`}${digest === undefined ? '' : `@${digest}`}`;
  return 'fault' in parseReference(reference) ? undefined : reference;
}
