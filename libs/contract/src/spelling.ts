export { misspeltVariables } from './misspelt-variables';
export { letterSet, missingLetters } from './letter-set';
export { nearestName, SpelledNames } from './nearest-name';
