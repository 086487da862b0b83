/** What stands in the two headers, for programs that read or write them without the gate: clients, proxies and tests. */
export { challengeLines } from './challenge';
export { addCaveat, isSignedWith, mintMacaroon, type Macaroon } from './macaroon';
export { readToken, writeToken } from './token-text';
