import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Manifest } from '@stackcheck/datasets';
import { eolDataset, eolStarter } from '@stackcheck/datasets/eol';
import { STATEMENT_TYPE, statementBytes } from '@stackcheck/datasets/snapshot';
import { canonicalBytes, generateKeyPem, sha256Hex, signerFromPem } from '@stackcheck/signing';
import { signPayload } from '@stackcheck/signing/envelope';
import { feedFile } from '../measure/corpora';
import { alternate, perSecond } from '../measure/rounds';
import { compare, type Contest } from '../report/compare';
import type { Row } from '../report/table';

const MIN_MS = 300;
const MIB = 2 ** 20;

/** The signed part of a manifest that never was. */
const FACTS: Omit<Manifest, 'signature' | 'scopes'> = {
  dataset: 'eol',
  version: 1,
  snapshot_id: 'eol-20261120T120000Z-0123abcd',
  fetched_at: '2026-11-20T12:00:00Z',
  source_url: 'https://endoflife.date',
  licence: 'MIT',
  attribution: 'Based on data from endoflife.date contributors.',
  upstream_etag: '"0123456789abcdef"',
  record_count: 456,
  sha256: '0'.repeat(64),
  prev_snapshot_id: 'eol-20261119T120000Z-0123abcd',
  key_id: 'k'.repeat(43),
  starter: false,
};

/**
 * What sealing a snapshot costs apart from everything else, on one core: canonical JSON (RFC 8785) of the end-of-life content
 * against `JSON.stringify` of the same value, and a whole signed statement against a bare Ed25519 signature of its bytes.
 */
export async function sealingRows(rounds: number): Promise<readonly Row[]> {
  const feed = feedFile();
  const content = feed === undefined ? eolStarter().snapshot : eolDataset.read(readFileSync(feed));
  const bytes = canonicalBytes(content);
  const signer = signerFromPem(generateKeyPem());
  const { privateKey } = generateKeyPairSync('ed25519');
  const payload = statementBytes(FACTS, 'dataset');
  const written = [
    contender('canonical JSON of the end-of-life content', () => canonicalBytes(content).length / MIB),
    contender('JSON.stringify of the same', () => Buffer.from(JSON.stringify(content)).length / MIB),
  ];
  const hashed = [contender('SHA-256 of the same bytes', () => hash(bytes))];
  const signed = [
    contender('statement, written and signed', () =>
      signPayload(signer, STATEMENT_TYPE, statementBytes(FACTS, 'dataset')) === '' ? 0 : 1,
    ),
    contender('bare Ed25519 of the same bytes', () => sign(null, payload, privateKey).length / 64),
  ];
  return [
    ...compare(contests(await alternate([...written, ...hashed], rounds)), { unit: 'MiB per second of a core' }),
    ...compare(contests(await alternate(signed, rounds)), { unit: 'per second of a core' }),
  ];
}

const contender = (name: string, work: () => number) => ({
  name,
  // Per second of processor time: who else runs on the machine does not matter then.
  round: async () => perSecond(work, MIN_MS, processorMs),
});

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function hash(bytes: Uint8Array): number {
  if (sha256Hex(bytes).length !== 64) throw new Error('no digest');
  return bytes.length / MIB;
}

function contests(samples: ReadonlyMap<string, readonly number[]>): [Contest, ...Contest[]] {
  const [first, ...others] = [...samples].map(([name, values]) => ({ name, values }));
  return [first!, ...others];
}
