import type { CalendarDate, Cycle, Product } from '../../products/product';
import { isOut } from '../../status/status';

/**
 * Of how many of its newest releases publishers build images, where those are fewer than are supported: official images keep the
 * latest two of Alpine Linux (docker-library/golang pull request 425, nodejs/docker-node issue 2072) and of Windows.
 */
const RELEASES_BUILT_ON: ReadonlyMap<string, number> = new Map([
  ['alpine-linux', 2],
  ['windows-nano-server', 2],
  ['windows-server-core', 2],
]);

/** Whether images of other products are still built on a release of a base system, as far as it is known. */
export function isBuiltOn({ id, cycles }: Product, cycle: Cycle, today: CalendarDate): boolean {
  const count = RELEASES_BUILT_ON.get(id);
  if (count === undefined) return true;
  // The snapshot's order is newest first.
  const out = cycles.filter((one) => isOut(one, today));
  return out.slice(0, count).includes(cycle);
}
