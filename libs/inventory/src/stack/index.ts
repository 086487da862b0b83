export { readStack, type GivenFile, type ReadStack } from './read-stack';
export { requestKey, requestsOf, type Place, type StackRequest } from './stack-requests';
