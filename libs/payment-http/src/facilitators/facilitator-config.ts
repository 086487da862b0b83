import type { CdpKey } from './cdp-key';

/** One facilitator: where it is and how to be let in. */
export interface FacilitatorConfig {
  /** Base URL; `/verify`, `/settle` and `/supported` are below it. */
  readonly url: string;
  readonly auth:
    | { readonly kind: 'none' }
    | { readonly kind: 'bearer'; readonly token: string }
    | { readonly kind: 'cdp'; readonly key: CdpKey };
}
