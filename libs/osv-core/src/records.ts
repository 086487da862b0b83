export { cvss3BaseScore } from './advisory/cvss3';
export { ECOSYSTEMS, isEcosystem, type Ecosystem } from './ecosystem/ecosystem-name';
export { cvesNamedBy, type NamingAdvisory } from './records/naming';
export { byPackage } from './records/osv-affected';
export { namedById, readOsvRecord, type RecordReading } from './records/osv-record';
export { ratingOf, severityOf, toRating } from './advisory/rating';
export { readSpec, SpecTextError, writeSpec } from './records/spec-text';
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
} from './advisory/advisory';
