export { AREAS, type Area } from './areas';
