export { misspeltVariables } from './misspelt-variables';
export { nearestName } from './nearest-name';
