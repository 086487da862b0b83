import { CATALOGUE, DOCUMENTS } from '../catalogue/catalogue';
import type { AnyRoute } from '../catalogue/define-route';
import { badgeEndpointRoute, badgeRoute } from '../pages/badges/badge.route';
import { changesFeedRoute, productFeedRoute } from '../pages/feeds/atom.route';
import { calendarRoute, productCalendarRoute } from '../pages/feeds/calendar.route';
import { endingRoute } from '../pages/feeds/ending.route';
import { assetRoute } from '../pages/assets.route';
import { cardRoute } from '../pages/card.route';
import { changelogPageRoute } from '../pages/changelog-page.route';
import { homeRoute } from '../pages/home.route';
import { imagePageRoute } from '../pages/image-page.route';
import { payingPageRoute } from '../pages/paying-page.route';
import { productPageRoute } from '../pages/product-page.route';
import { operationRoute, referenceRoute } from '../pages/reference.route';
import { stackFormRoute, stackPageRoute } from '../pages/stack-page.route';
import { statusPageRoute } from '../pages/status-page.route';
import { verifyPageRoute } from '../pages/verify-page.route';

/**
 * Everything that this service answers: the catalogue, and the pages for people. Matching, prices and offers, OpenAPI, llms.txt,
 * `.well-known/x402` and the Allow header are all read from this one list.
 */
export const ROUTES: readonly AnyRoute[] = [
  ...CATALOGUE,
  homeRoute,
  productPageRoute,
  imagePageRoute,
  stackPageRoute,
  stackFormRoute,
  payingPageRoute,
  verifyPageRoute,
  statusPageRoute,
  changelogPageRoute,
  referenceRoute,
  operationRoute,
  badgeRoute,
  badgeEndpointRoute,
  cardRoute,
  productCalendarRoute,
  calendarRoute,
  productFeedRoute,
  changesFeedRoute,
  endingRoute,
  assetRoute,
  ...DOCUMENTS,
];
