import { nodeSealing } from '../node';
import type { KeyRing, WatchSecret } from '../token/key-ring';
import { openToken } from '../token/open-token';
import { packState } from '../token/packed-state';
import { sealToken } from '../token/seal-token';
import type { WatchState } from '../watch/watch-state';
import { makeStack } from './make-stack';

/** The instant at which tokens are opened. */
export const NOW = Date.parse('2026-11-20T08:00:00Z');
/** A secret of one byte. */
export const secret = (id: string, byte: number): WatchSecret => ({ id, secret: new Uint8Array(32).fill(byte) });
/** The secret that seals. */
export const OURS = secret('k2', 2);
/** It and an older one. */
export const RING: KeyRing = [secret('k1', 1), OURS];
/** One nonce for all, which only tests may have. */
export const NONCE = new Uint8Array(12).fill(9);

/** A small state. */
export const plain: WatchState = {
  issuedAtMs: NOW - 1000,
  expiresAtMs: NOW + 1000,
  checks: 3,
  verdict: 'warn',
  stack: makeStack({ items: [{ product: 'python', version: '3.8' }], cves: ['CVE-2021-44228'] }),
  items: [{ status: 'eol', eol: '2024-10-07', latest: '0123456789' }],
  images: [],
  cves: [{ due: '2021-12-24', ransomware: true }],
  packages: [],
  snapshotIds: ['eol-20261120T080000Z-0a1b2c3d'],
};
/** A token over a state. */
export const seal = (state: WatchState, by = OURS) =>
  sealToken(packState(state, nodeSealing.packing)!, by, NONCE, nodeSealing.cipher);
/** A token over any text. */
export const sealText = (json: string) =>
  sealToken(nodeSealing.packing.deflate(new TextEncoder().encode(json)), OURS, NONCE, nodeSealing.cipher);
/** Opens a token. */
export const open = (token: string, ring = RING) => openToken(token, ring, NOW, nodeSealing);
