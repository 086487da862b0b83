import type { Ecosystem } from './ecosystem-name';
import { orderOf } from './order/order-of';

/** How a text can be read as a version; `listedOnly` as of a `PackageQuery`. */
export interface ReadVersion {
  readonly listedOnly?: true | undefined;
}

/**
 * How far a text is a version of a package; undefined where it is none.
 * @param name of the package in OSV's form
 */
export function readVersion(ecosystem: Ecosystem, name: string, version: string): ReadVersion | undefined {
  const order = orderOf(ecosystem);
  if (order.accepts(version)) return {};
  if (order.mayBeListed?.(version) !== true) return undefined;
  return ecosystem === 'Go' && GO_RELEASES.has(name) ? {} : { listedOnly: true };
}

/** What is released with Go itself, whose first releases of a cycle have two numbers: `1.20`. */
const GO_RELEASES: ReadonlySet<string> = new Set(['stdlib', 'toolchain']);
