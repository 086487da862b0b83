import type { AnyRoute, RouteTag } from '../catalogue/define-route';

/** What each tag of the description stands for. */
export const TAGS: readonly { readonly name: RouteTag; readonly description: string }[] = [
  { name: 'eol', description: 'End-of-life dates and support status.' },
  { name: 'kev', description: 'Known exploited vulnerabilities.' },
  { name: 'epss', description: 'Probability of exploitation within 30 days, by CVE.' },
  { name: 'models', description: 'LLM prices and limits.' },
  { name: 'stack', description: 'One verdict on a whole stack, and what changed for it.' },
  { name: 'osv', description: 'Open-source package vulnerabilities.' },
  { name: 'service', description: 'The service itself.' },
  { name: 'paid', description: 'Paid per call.' },
  { name: 'free', description: 'Free.' },
];

/** A family of routes with its share of a route list. */
export interface Family {
  readonly name: RouteTag;
  readonly description: string;
  readonly routes: readonly AnyRoute[];
}

/** Routes by family, in the order of the tags; families without a route are left out. */
export function families(routes: readonly AnyRoute[]): readonly Family[] {
  return TAGS.filter(({ name }) => name !== 'paid' && name !== 'free')
    .map((tag) => ({ ...tag, routes: routes.filter((route) => route.tags.includes(tag.name)) }))
    .filter((family) => family.routes.length > 0);
}
