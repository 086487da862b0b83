import type { ImageReference, ReferenceFault } from './types';

/** The registry meant when a reference names none. */
export const DEFAULT_REGISTRY = 'docker.io';

const OFFICIAL = 'library/';
const PATH_LENGTH_MAX = 255;
const TAG_LENGTH_MAX = 128;

/** Hexadecimal digits of each digest algorithm that registries accept. */
const DIGEST_HEX_LENGTH: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/**
 * Reads an image reference by the distribution/reference grammar into its normalised parts: host or Docker Hub,
 * repository, tag and digest. Every other text is a fault. Blanks around the reference are not accepted here.
 */
export function parseReference(text: string): ImageReference | ReferenceFault {
  if (text === '') return { fault: 'The image reference is empty: send one such as node:24.' };
  if (text.length === 64 && isLowerHex(text, 0)) {
    return { fault: 'A bare 64-digit hexadecimal name is an image id, not a reference: send repository:tag.' };
  }

  const at = text.indexOf('@');
  const named = at < 0 ? text : text.slice(0, at);
  const slash = named.indexOf('/');
  const hasHost = slash >= 0 && isHostLike(named, slash);
  const host = hasHost ? named.slice(0, slash) : '';
  if (hasHost && !isHost(host)) return { fault: `The registry host ${quote(host)} is not a valid host[:port].` };

  const registry = host === '' || host === 'index.docker.io' ? DEFAULT_REGISTRY : host;
  const rest = hasHost ? named.slice(slash + 1) : named;
  const colon = rest.indexOf(':');
  const path = colon < 0 ? rest : rest.slice(0, colon);
  const pathFault = faultOfPath(path, registry);
  if (pathFault !== null) return { fault: pathFault };

  const tag = colon < 0 ? null : rest.slice(colon + 1);
  if (tag !== null && !isTag(tag)) return { fault: faultOfTag(tag) };
  const digest = at < 0 ? null : text.slice(at + 1);
  if (digest !== null && !isDigest(digest)) {
    return { fault: 'The digest after @ must be sha256: and 64 lower-case hexadecimal digits.' };
  }
  if (!hasHost && path === 'sha256' && tag !== null && tag.length === 64 && isLowerHex(tag, 0)) {
    return { fault: 'A digest alone names no repository: send repository:tag or repository@sha256:….' };
  }

  return {
    registry,
    repository: withoutLibrary(path, registry),
    tag: tag ?? (digest === null ? 'latest' : null),
    digest,
  };
}

/** The full repository name, host included and `library/` restored, as image tables list it. */
export function fullName(reference: ImageReference): string {
  const { registry, repository } = reference;
  const official = registry === DEFAULT_REGISTRY && !repository.includes('/');
  return official ? `${registry}/${OFFICIAL}${repository}` : `${registry}/${repository}`;
}

/** The normalised text of a reference; `parseReference` reads the same parts back from it. */
export function formatReference(reference: ImageReference): string {
  const tag = reference.tag === null ? '' : `:${reference.tag}`;
  const digest = reference.digest === null ? '' : `@${reference.digest}`;
  return `${fullName(reference)}${tag}${digest}`;
}

/** `library/` is dropped on Docker Hub only, and only before a single segment; elsewhere it is an ordinary namespace. */
function withoutLibrary(path: string, registry: string): string {
  if (registry !== DEFAULT_REGISTRY || !path.startsWith(OFFICIAL)) return path;
  return path.indexOf('/', OFFICIAL.length) < 0 ? path.slice(OFFICIAL.length) : path;
}

/** The first segment is a host when it contains `.` or `:`, has an upper-case letter, or is `localhost`. */
function isHostLike(text: string, end: number): boolean {
  for (let i = 0; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === DOT || c === COLON || (c >= UPPER_A && c <= UPPER_Z)) return true;
  }
  return end === 9 && text.startsWith('localhost');
}

/** Dot-separated labels or a bracketed IPv6 address, and optionally a port of any length. */
function isHost(host: string): boolean {
  let end = host.length;
  const portAt = host.charCodeAt(0) === OPEN_BRACKET ? host.indexOf(':', host.indexOf(']')) : host.indexOf(':');
  if (portAt >= 0) {
    if (portAt + 1 === end) return false;
    for (let i = portAt + 1; i < end; i++) if (!isDigit(host.charCodeAt(i))) return false;
    end = portAt;
  }
  return host.charCodeAt(0) === OPEN_BRACKET ? isBracketedAddress(host, end) : isDomain(host, end);
}

function isBracketedAddress(host: string, end: number): boolean {
  if (end < 3 || host.charCodeAt(end - 1) !== CLOSE_BRACKET) return false;
  for (let i = 1; i < end - 1; i++) {
    const c = host.charCodeAt(i) | 0x20;
    const original = host.charCodeAt(i);
    if (!isDigit(original) && original !== COLON && !(c >= LOWER_A && c <= LOWER_F)) return false;
  }
  return true;
}

/** Labels of letters, digits and inner hyphens. */
function isDomain(host: string, end: number): boolean {
  let previous = DOT;
  for (let i = 0; i < end; i++) {
    const c = host.charCodeAt(i);
    if (c === DOT) {
      if (previous === DOT || previous === HYPHEN) return false;
    } else if (c === HYPHEN) {
      if (previous === DOT) return false;
    } else if (!isDigit(c) && !isLetter(c)) {
      return false;
    }
    previous = c;
  }
  return previous !== DOT && previous !== HYPHEN;
}

function faultOfPath(path: string, registry: string): string | null {
  if (path === '') return 'The repository name is missing: send one such as node:24.';
  if (!isPath(path)) {
    if (path !== path.toLowerCase() && isPath(path.toLowerCase())) {
      return `The repository name must be lower case: ${quote(path.toLowerCase())}.`;
    }
    return `The repository name ${quote(path)} may hold only lower-case letters, digits and single separators (. _ __ -).`;
  }
  const official = registry === DEFAULT_REGISTRY && !path.includes('/');
  if (path.length + (official ? OFFICIAL.length : 0) > PATH_LENGTH_MAX) {
    return `The repository name is longer than ${PATH_LENGTH_MAX} characters.`;
  }
  return null;
}

/** Segments of lower-case letters and digits, joined inside by `.`, `_`, `__` or any number of hyphens. */
function isPath(path: string): boolean {
  // The separator run being read: 0 is none (a letter or digit came last), SLASH is the start of a segment.
  let separator = SLASH;
  let run = 0;
  for (let i = 0; i < path.length; i++) {
    const c = path.charCodeAt(i);
    if (isDigit(c) || (c >= LOWER_A && c <= LOWER_Z)) {
      separator = 0;
    } else if (c === SLASH || c === DOT) {
      if (separator !== 0) return false;
      separator = c;
    } else if (c === UNDERSCORE || c === HYPHEN) {
      if (separator === 0) run = 0;
      else if (separator !== c) return false;
      separator = c;
      run += 1;
      if (c === UNDERSCORE && run > 2) return false;
    } else {
      return false;
    }
  }
  return separator === 0;
}

function isTag(tag: string): boolean {
  if (tag.length === 0 || tag.length > TAG_LENGTH_MAX) return false;
  for (let i = 0; i < tag.length; i++) {
    const c = tag.charCodeAt(i);
    if (isDigit(c) || isLetter(c) || c === UNDERSCORE) continue;
    if (i === 0 || (c !== DOT && c !== HYPHEN)) return false;
  }
  return true;
}

function faultOfTag(tag: string): string {
  if (tag === '') return 'The tag after : is empty: send one such as node:24.';
  if (tag.length > TAG_LENGTH_MAX) return `The tag is longer than ${TAG_LENGTH_MAX} characters.`;
  return `The tag ${quote(tag)} may hold only letters, digits, _ . and -, and starts with a letter, digit or _.`;
}

function isDigest(digest: string): boolean {
  const colon = digest.indexOf(':');
  const length = colon < 0 ? undefined : DIGEST_HEX_LENGTH.get(digest.slice(0, colon));
  return length !== undefined && digest.length - colon - 1 === length && isLowerHex(digest, colon + 1);
}

function isLowerHex(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!isDigit(c) && !(c >= LOWER_A && c <= LOWER_F)) return false;
  }
  return true;
}

/** Quotes a piece of the input for a message, cut to a length that keeps the message readable. */
function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

const DOT = 46;
const COLON = 58;
const SLASH = 47;
const HYPHEN = 45;
const UNDERSCORE = 95;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const UPPER_A = 65;
const UPPER_Z = 90;
const LOWER_A = 97;
const LOWER_F = 102;
const LOWER_Z = 122;

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isLetter(c: number): boolean {
  return (c >= UPPER_A && c <= UPPER_Z) || (c >= LOWER_A && c <= LOWER_Z);
}
