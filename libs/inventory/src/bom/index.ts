export { toCycloneDx, type CycloneDxDocument } from './to-cyclonedx';
