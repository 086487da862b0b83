import { canonicalResource } from '@stackcheck/payment-x402/wire';

/**
 * Whether an offer is for what was asked: the same URL, or the same one without its query, or the template of its path (`/v1/eol/:product`), which
 * sellers name where a URL is too long for a header. Origin and number of path segments are always the same.
 */
export function offersResource(offered: string, asked: string): boolean {
  const [named, called] = [canonicalResource(offered), canonicalResource(asked)];
  if (named === null || called === null) return false;
  if (named === called) return true;
  const [one, other] = [new URL(named), new URL(called)];
  if (one.origin !== other.origin || one.username !== other.username || one.search !== '') return false;
  const [template, path] = [one.pathname.split('/'), other.pathname.split('/')];
  return (
    template.length === path.length && template.every((part, at) => part === path[at] || isParameter(part, path[at]!))
  );
}

function isParameter(part: string, value: string): boolean {
  return /^:\w+$/.test(part) && value !== '';
}
