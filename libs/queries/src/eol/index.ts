/** Questions about support and end of life, and parts of them for surfaces that read or write in a way of their own. */
export { costOfItems, eolCheck, noItemKnown, type EolCheckInput } from './check';
export { eolCycle, requireCycle } from './cycle';
export { eolImage } from './image';
export { itemsOfText } from './items-text';
export { eolProduct, productOn, type EolProduct, type EolProductInput } from './product';
export { eolIndex } from './product-list';
export { requireProduct } from './require-product';
