import { sha256Hex } from '../digest';
import { fromBase64Url } from '../base64url';
import { verifiersOf } from '../key-set';
import { proveAnswer, type AnswerToVerify, type VerifiedAnswer } from './prove-answer';

/**
 * What an answer proves of itself, and by which key. The receipt proves that the API gave these very bytes; the manifest's
 * signature, by another key, which data they were computed from; of a download, that it is that data. None of them proves
 * that the rows were computed rightly: for that, recompute them from the snapshot.
 * @throws KeyError when any of the keys is unusable
 */
export function verifyAnswer(answer: AnswerToVerify): VerifiedAnswer {
  const verifiers = verifiersOf(answer.keys);
  const proof = proveAnswer(answer);
  let step = proof.next();
  while (!step.done) {
    const question = step.value;
    if ('data' in question) {
      step = proof.next(sha256Hex(question.data));
      continue;
    }
    const signature = fromBase64Url(question.signature);
    const verifier = verifiers.get(question.keyId)!;
    step = proof.next(signature !== undefined && verifier.verify(question.signed, signature));
  }
  return step.value;
}
