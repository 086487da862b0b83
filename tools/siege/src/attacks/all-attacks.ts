import type { Attack } from './attack';
import { bogusBurst } from './bogus-burst';
import { clientErrors } from './client-errors';
import { emptyPurses, heavyPackage, manyVersionsOfOne } from './heavy-answers';
import { idleConnections } from './idle-connections';
import { malformedLists } from './malformed-lists';
import { openInvoices } from './open-invoices';
import { proxyJunk } from './proxy-junk';
import { slowDownloads } from './slow-downloads';
import { trickle, trickleMany, trickleRefused } from './trickle';

/** Every attack, in the order in which they are made. */
export const ATTACKS: readonly Attack[] = [
  trickle,
  trickleRefused,
  trickleMany,
  heavyPackage,
  manyVersionsOfOne,
  malformedLists,
  emptyPurses,
  clientErrors,
  proxyJunk,
  slowDownloads,
  idleConnections,
  bogusBurst,
  openInvoices,
];
