import { readTarget } from '../input/target';

/**
 * Whether a target is of what is made for people: pages, their scripts, badges and feeds. What machines pay, watch and verify with is not:
 * operations of the API, probes of its state, its description and its keys.
 */
export function isPage(url: string): boolean {
  if (url.startsWith('/v1/')) return false;
  const { path } = readTarget(url);
  return !path.startsWith('/v1/') && !path.startsWith('/.well-known/') && !FOR_MACHINES.has(path);
}

const FOR_MACHINES: ReadonlySet<string> = new Set(['/health', '/livez', '/readyz', '/openapi.json']);
