export type { ImageTableRow } from '@stackcheck/image-parser/table';
export { imageNameOfPurl } from './image-purl';
export type { ComponentReason, ImageComponent, ImageOutcome, ImageReport, ImageStatus } from './image-report';
export { ImageCatalogue, type PossibleImageMove } from './image-status';
export { collectImageRows, imageTableRows, inTableOrder } from './image-table';
export type { ImageTarget, ImageTargetPart, ImageUpgrade, NoImageTargetReason } from './image-target';
