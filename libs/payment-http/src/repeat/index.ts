export { every, type Repeated } from './every';
