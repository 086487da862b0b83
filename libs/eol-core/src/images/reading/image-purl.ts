const DOCKER_HUB = 'docker.io';

/**
 * The full repository name that a docker or oci package URL stands for (`pkg:docker/library/node` →
 * `docker.io/library/node`), or null for other types and for purls that name no repository. Version, tag and other
 * qualifiers are dropped. Source: purl-spec, types `docker` and `oci`; upstream writes `repository_url` without the name.
 */
export function imageNameOfPurl(purl: string): string | null {
  const match = /^pkg:(docker|oci)\/([^@?#]+)(?:@[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/.exec(purl);
  if (match === null) return null;
  const type = match[1];
  const name = decoded(match[2]!);
  const url = qualifier(match[3] ?? '', 'repository_url');
  if (name === null || url === null) return null;
  if (type === 'oci') return url === '' ? null : repositoryName(`${hostAndFolder(url)}/${name}`);
  const path = name.includes('/') ? name : `library/${name}`;
  return repositoryName(`${url === '' ? DOCKER_HUB : hostAndFolder(url)}/${path}`);
}

/** The value of a qualifier, empty when it is absent, null when it cannot be decoded. */
function qualifier(query: string, key: string): string | null {
  const pair = query.split('&').find((one) => one.startsWith(`${key}=`));
  return pair === undefined ? '' : decoded(pair.slice(key.length + 1));
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Host and folder of a repository URL. Quay's own pages put `repository/` in between, its registry does not. */
function hostAndFolder(url: string): string {
  return withoutSlashes(url.replace(/^[a-z]+:\/\//, '').replace(/^quay\.io\/repository\//, 'quay.io/'));
}

/** Without slashes at its end. A regular expression takes quadratic time where many stand before something else. */
function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** Only what can be a repository name: a host, then lower-case path segments. */
function repositoryName(name: string): string | null {
  return /^[a-z0-9.-]+(?::\d+)?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)+$/.test(name) ? name : null;
}
