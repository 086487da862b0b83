import { validateEol } from '../eol/validate-eol';
import { validateKev } from '../kev/validate-kev';
import { validateModels } from '../models/validate-models';
import { validateOsv } from '../osv/validate-osv';
import type { RouteDataset, RouteDeps } from '../define-route';

/** What /v1/validate says of an id: never more than whether a paid route would understand it. */
export interface Validation {
  readonly valid: boolean;
  /** The one spelling, when valid. */
  readonly canonical: string | null;
  /** Why it is not valid. */
  readonly reason: string | null;
  readonly suggestions: readonly string[];
  /** Of a purl that is valid. */
  readonly ecosystem?: string;
  /** Of a purl that is valid: whether any advisory names its package; null where the data at hand cannot tell. */
  readonly listed?: boolean | null;
  /** Of a purl whose package is not listed: listed names one edit away. */
  readonly similar?: readonly string[];
  /** Where the type of a purl is none of these. */
  readonly supported_types?: readonly string[];
}

/** Judges an id of one dataset. */
export type Validator = (id: string, deps: RouteDeps) => Validation;

/** How the ids of each dataset are judged. */
export const VALIDATORS: Readonly<Partial<Record<RouteDataset, Validator>>> = {
  eol: (id, deps) => validateEol(deps.data('eol').index.products, id),
  kev: (id) => validateKev(id),
  models: (id, deps) => validateModels(deps.data('models').index.models, id),
  osv: (id, deps) => validateOsv(id, deps.peek('osv')?.index),
};
