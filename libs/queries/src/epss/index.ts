/** Questions about the probability of exploitation. */
export { epssCheck } from './check';
