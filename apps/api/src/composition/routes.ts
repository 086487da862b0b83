import { CATALOGUE, DOCUMENTS } from '../catalogue/catalogue';
import type { AnyRoute } from '../catalogue/define-route';
import { badgeEndpointRoute, badgeRoute } from '../pages/badges/badge.route';
import { changesFeedRoute, productFeedRoute } from '../pages/feeds/atom.route';
import { calendarRoute, productCalendarRoute } from '../pages/feeds/calendar.route';
import { endingRoute } from '../pages/feeds/ending.route';
import { homeRoute } from '../pages/home.route';
import { productPageRoute } from '../pages/product-page.route';

/**
 * Everything that this service answers: the catalogue, and the pages for people. Matching, prices and offers, OpenAPI, llms.txt,
 * `.well-known/x402` and the Allow header are all read from this one list.
 */
export const ROUTES: readonly AnyRoute[] = [
  ...CATALOGUE,
  homeRoute,
  productPageRoute,
  badgeRoute,
  badgeEndpointRoute,
  productCalendarRoute,
  calendarRoute,
  productFeedRoute,
  changesFeedRoute,
  endingRoute,
  ...DOCUMENTS,
];
