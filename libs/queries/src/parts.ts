/** Parts of queries for surfaces that read an input, or write an answer, in a way of their own. */
export { noItemKnown } from './eol/check';
export { itemsOfText } from './eol/items-text';
export { productOn, type EolProduct } from './eol/product';
export { requireProduct } from './eol/require-product';
export { CVE_CHARS_MAX, CVE_CHARS_MIN, cveFault } from './kev/cve-fault';
export { requireProvider } from './models/model-list';
export { inSelection } from './in-selection';
export { VALIDATED } from './validate';
