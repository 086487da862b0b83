import { proveAnswer, type AnswerToVerify, type VerifiedAnswer } from '../answer/prove-answer';
import type { Question } from '../answer/proof';
import type { KeySet } from '../key-set';
import { sha256Hex } from './digest';
import { isSignatureOf } from './dsse';
import { verifierFromJwk, type WebVerifier } from './ed25519';

/**
 * What an answer proves of itself, and by which key: the same as the main entry's, over WebCrypto. It rejects with a KeyError
 * when any of the keys is unusable, and never for what is in the answer.
 */
export async function verifyAnswer(answer: AnswerToVerify): Promise<VerifiedAnswer> {
  const verifiers = await verifiersOf(answer.keys);
  const proof = proveAnswer(answer);
  let step = proof.next();
  while (!step.done) step = proof.next(await replyTo(step.value, verifiers));
  return step.value;
}

async function verifiersOf({ keys }: KeySet): Promise<ReadonlyMap<string, WebVerifier>> {
  return new Map(await Promise.all(keys.map(async (key) => [key.kid, await verifierFromJwk(key)] as const)));
}

async function replyTo(question: Question, verifiers: ReadonlyMap<string, WebVerifier>): Promise<string | boolean> {
  if ('data' in question) return sha256Hex(question.data);
  return isSignatureOf(verifiers.get(question.keyId)!, question.signed, question.signature);
}
