import type { PreparedSpec } from './evaluate';
import type { Advisory } from './types';

/** An advisory and what it says about the package asked about. */
export interface PackageAdvisory {
  readonly advisory: Advisory;
  readonly specs: readonly PreparedSpec[];
}
