/** What stands in the two headers, for whoever reads or writes them without the gate: clients, proxies and tests. */
export { challengeLines } from './challenge';
export { addCaveat, isSignedWith, mintMacaroon, type Macaroon } from './macaroon';
export { readToken, writeToken } from './token-text';
