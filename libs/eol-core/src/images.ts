export type { ImageTableRow } from '@stackcheck/image-parser/table';
export { imageNameOfPurl } from './images/reading/image-purl';
export type { ComponentReason, ImageComponent, ImageOutcome, ImageReport, ImageStatus } from './images/image-report';
export { ImageCatalogue, type PossibleImageMove } from './images/image-status';
export { collectImageRows, imageTableRows, inTableOrder } from './images/reading/image-table';
export type { ImageTarget, ImageTargetPart, ImageUpgrade, NoImageTargetReason } from './images/upgrades/image-target';
