export { suggestProducts, SUGGESTIONS_MAX } from './suggestions/suggest';
export { suggestCycles } from './suggestions/suggest-cycles';
export { mergeSuggestions, othersKnowing, suggestItems } from './suggestions/suggest-items';
