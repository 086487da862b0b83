import { toEolCycle, type Cycle, type CycleStatus, type Product } from '@stackcheck/eol-core';
import type { Badge } from '@stackcheck/pictures';
import type { ServiceView } from '../../catalogue/define-route';

const TONES: Readonly<Record<CycleStatus, Badge['tone']>> = {
  supported: 'good',
  'security-only': 'warning',
  eol: 'bad',
};

/** What the badge of a cycle says on a day; of a product that is not previewed, only that its status is sold. */
export function badgeOf(
  product: Product,
  cycle: Cycle,
  { today, service }: { readonly today: string; readonly service: Pick<ServiceView, 'previews'> },
): Badge {
  const label = `${product.label} ${cycle.name}`;
  if (!service.previews(product.id)) return { label, message: 'status sold per call', tone: 'neutral' };
  const { status, eol } = toEolCycle(cycle, today);
  return { label, message: messageOf(status, eol), tone: TONES[status] };
}

function messageOf(status: CycleStatus, ends: string | null): string {
  if (status === 'eol') return ends === null ? 'end of life' : `end of life since ${ends}`;
  const word = status === 'supported' ? 'supported' : 'security fixes only';
  return ends === null ? word : `${word}, until ${ends}`;
}
