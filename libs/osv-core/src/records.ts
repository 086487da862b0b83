export { cvss3BaseScore } from './cvss3';
export { ECOSYSTEMS, isEcosystem, type Ecosystem } from './ecosystem-name';
export { cvesNamedBy, type NamingAdvisory } from './naming';
export { byPackage } from './osv-affected';
export { namedById, readOsvRecord, type RecordReading } from './osv-record';
export { ratingOf, severityOf, toRating } from './rating';
export { readSpec, SpecTextError, writeSpec } from './spec-text';
export type {
  Advisory,
  AdvisoryKind,
  AdvisoryRecord,
  AffectedPackage,
  AffectedSpec,
  EventKind,
  RangeEvent,
  Rating,
  VersionRange,
} from './types';
