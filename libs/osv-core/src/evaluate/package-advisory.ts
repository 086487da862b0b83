import type { PreparedSpec } from './evaluate';
import type { Advisory } from '../advisory/advisory';

/** An advisory and what it says about the package asked about. */
export interface PackageAdvisory {
  readonly advisory: Advisory;
  readonly specs: readonly PreparedSpec[];
  /** The import paths that it is about (`importsOf`); absent and null where they are not known. */
  readonly imports?: readonly string[] | null;
}
