import type { IncomingMessage } from 'node:http';
import { Negotiator } from 'negotiator';
import type { HeldAnswer } from '../catalogue/define-route';
import { CODINGS, type CodedForm, type ContentCoding } from '../catalogue/coded-forms';

const PREFERRED = [...CODINGS, 'identity'];

/**
 * The coding that an Accept-Encoding header asks for (RFC 9110 section 12.5.3): the one with the highest weight that is not zero, of
 * equal ones the smallest form; undefined for the document as it is. That is also what one gets who refuses it and names no other
 * coding that we have: the RFC lets a server disregard such a header, and a document is better than none.
 */
export function codingFor(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const header = { headers: { 'accept-encoding': acceptEncoding } };
  const [best] = new Negotiator(header).encodings(PREFERRED, { preferred: PREFERRED });
  return CODINGS.find((coding) => coding === best);
}

/**
 * Whether a paid answer may be in gzip. A client that asks for nothing, as browsers and libraries do that decode by themselves, gets the
 * bytes that `Content-Digest` is of; a client that knows of `Unencoded-Digest` says so (draft-ietf-httpbis-unencoded-digest, section 3).
 */
export function takesGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const wanted = headers[WANT_UNENCODED_DIGEST];
  if (wanted === undefined || !SHA_256.test(String(wanted))) return false;
  const header = { headers: { 'accept-encoding': headers['accept-encoding'] ?? '' } };
  return new Negotiator(header).encodings(['gzip', 'identity'], { preferred: ['gzip'] })[0] === 'gzip';
}

/** Asks for the digest of an answer before its content coding, by algorithm: `sha-256=1`. */
export const WANT_UNENCODED_DIGEST = 'want-unencoded-digest';
/** With a weight of 1 to 10: 0 is not wanted. */
const SHA_256 = /(?:^|,)[ \t]*sha-256=(?:10|[1-9])[ \t]*(?:,|$)/;

/** The form of an answer that a header asks for; undefined where it is sent as it is. */
export async function codedForm(
  answer: HeldAnswer,
  acceptEncoding: string | undefined,
): Promise<CodedForm | undefined> {
  if (!('bytes' in answer) || answer.coded === undefined) return undefined;
  const coding = codingFor(acceptEncoding);
  return coding && (await answer.coded.in(coding));
}
