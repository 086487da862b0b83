export { suggestProducts, SUGGESTIONS_MAX } from './suggest';
export { suggestCycles } from './suggest-cycles';
export { mergeSuggestions, othersKnowing, suggestItems } from './suggest-items';
