export { clientKey, clientKeys, type ClientKeys, widerClientKey } from './client-address';
export { createRefusalLimit, type ProvenPayer, type RefusalLimit } from './refusals';
export { slidingWindow, type SlidingWindow, type WindowBounds } from './sliding-window';
