/** Questions about a whole stack. */
export { stackCheck } from './check';
export { stackWatch, type WatchDeps } from './watch';
