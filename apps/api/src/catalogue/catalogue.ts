import { callerDatasets } from '@stackcheck/datasets/registry';
import type { AnyRoute } from './define-route';
import { manifestRoute } from './dataset/manifest.route';
import { snapshotRoute } from './dataset/snapshot.route';
import { eolCheck, eolCheckGet } from './eol/check.route';
import { eolCycle } from './eol/cycle.route';
import { eolImage } from './eol/image.route';
import { eolIndex } from './eol/index.route';
import { eolProduct } from './eol/product.route';
import { epssCheck } from './epss/check.route';
import { kevCheck } from './kev/check.route';
import { osvCheck } from './osv/check.route';
import { modelsCheapest } from './models/cheapest.route';
import { modelsIndex } from './models/index.route';
import { documentRoutes, jwksRoute } from './service/documents.route';
import { healthRoute, livezRoute, readyzRoute } from './service/health.route';
import { stackCheck } from './stack/check.route';
import { stackWatch } from './stack/watch.route';
import { validateRequestRoute } from './service/validate-request.route';
import { validateRoute } from './service/validate.route';

/**
 * The ordered list of what programs ask for. A route is sold, published and answered because it is in it; the pages for people are
 * added to it in `composition/routes.ts`.
 */
export const CATALOGUE: readonly AnyRoute[] = [
  eolProduct,
  eolCycle,
  eolCheck,
  eolCheckGet,
  eolImage,
  kevCheck,
  epssCheck,
  modelsCheapest,
  osvCheck,
  stackCheck,
  stackWatch,
  ...callerDatasets().map(snapshotRoute),
  eolIndex,
  modelsIndex,
  ...callerDatasets().map(manifestRoute),
  validateRoute,
  validateRequestRoute,
  healthRoute,
  livezRoute,
  readyzRoute,
];

/** The documents about them, which come last wherever routes are listed. */
export const DOCUMENTS: readonly AnyRoute[] = [...documentRoutes, jwksRoute];
