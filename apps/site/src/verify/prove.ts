import { verifyAnswer, type Claim, type KeySet } from '@stackcheck/signing/web/answer';
import type { SavedAnswer } from './saved-answer';

/** What an answer proves of itself, against the keys that the service publishes. */
export interface Proof {
  /** Whether all that was asked about is proven. */
  readonly proven: boolean;
  readonly claims: readonly Claim[];
  /** Whether the headers of a receipt were saved with it; without them a receipt is not asked about. */
  readonly hasReceipt: boolean;
}

/**
 * Verifies an answer in this browser. Only public documents are fetched: the keys, and the manifest of each dataset that the answer
 * names and none was given for.
 * @param url that was asked, as it was paid
 * @param given manifests that were kept with the answer
 * @throws Error with a sentence where the keys cannot be had, or this browser has no Ed25519
 */
export async function prove(answer: SavedAnswer, url: string, given: readonly unknown[] = []): Promise<Proof> {
  const keys = (await published('/.well-known/jwks.json')) as KeySet | undefined;
  if (keys === undefined) throw new Error('the keys cannot be loaded now; try again');
  const manifests = [...given];
  for (const dataset of datasetsOf(answer.body)) {
    const manifest = await published(`/v1/${dataset}/manifest`);
    if (manifest !== undefined) manifests.push(manifest);
  }
  const { claims } = await verified({ ...answer, url, manifests, keys });
  const hasReceipt = answer.headers['signature'] !== undefined;
  const asked = claims.filter(({ subject }) => hasReceipt || subject !== 'receipt');
  return { proven: asked.length > 0 && asked.every(({ proven }) => proven), claims: asked, hasReceipt };
}

/** The keys are good, so what cannot use them is the browser; a page that came over plain HTTP has no cryptography at all. */
async function verified(answer: Parameters<typeof verifyAnswer>[0]): ReturnType<typeof verifyAnswer> {
  try {
    return await verifyAnswer(answer);
  } catch (cause) {
    throw new Error('this needs https and a browser of 2025 or later; the command line does the same', { cause });
  }
}

async function published(path: string): Promise<unknown> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Ids of the datasets that the answer says it is from. */
function datasetsOf(body: Uint8Array): readonly string[] {
  try {
    const { meta } = JSON.parse(new TextDecoder().decode(body)) as { readonly meta?: Meta };
    const ids = [meta?.dataset, ...Object.keys({ ...meta?.datasets, ...meta?.joined })];
    return [...new Set(ids)].filter((id): id is string => typeof id === 'string' && /^[a-z]{2,20}$/.test(id));
  } catch {
    return [];
  }
}

interface Meta {
  readonly dataset?: unknown;
  readonly datasets?: object;
  readonly joined?: object;
}
