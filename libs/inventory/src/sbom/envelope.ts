import { UnreadableFileError } from '../entries/format';
import { parseJson } from '../syntax/json';
import { objectAt, stringAt, valueAt } from '../syntax/values';

/** A JSON value that lies in no further envelope, and what the statement around it is about. */
export interface Unwrapped {
  readonly document: unknown;
  /** Whether its text is that of the file, so that its members can be found there. */
  readonly isInText: boolean;
  /** Type of the predicate, where a statement is around it. */
  readonly predicateType?: string;
  /** The statement itself, for its subjects. */
  readonly statement?: unknown;
}

/** An envelope in an envelope and so on; no tool makes more than three. */
const LAYERS_MAX = 6;
/** Of base64, so that text, bytes and value of a payload fit into memory together. */
const PAYLOAD_LENGTH_MAX = 32 * 1024 * 1024;

/**
 * The innermost document: out of Sigstore bundles (`dsseEnvelope`), DSSE envelopes (`payload`), in-toto statements (`predicate`),
 * cosign's predicates (`Data`) and GitHub's exports (`sbom`).
 * @throws UnreadableFileError where a payload is no JSON in base64
 */
export function unwrap(value: unknown): Unwrapped {
  let found: Unwrapped = { document: value, isInText: true };
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const inner = innerOf(found);
    if (inner === undefined) break;
    found = { ...found, ...inner };
  }
  return found;
}

function innerOf({ document, predicateType }: Unwrapped): Partial<Unwrapped> | undefined {
  const envelope = objectAt(document, 'dsseEnvelope') ?? objectAt(document, 'sbom');
  if (envelope !== undefined) return { document: envelope };
  const payload = stringAt(document, 'payload');
  if (payload !== undefined && stringAt(document, 'payloadType') !== undefined) {
    return { document: parseJson(decoded(payload)), isInText: false };
  }
  if (isStatement(document)) {
    return {
      document: valueAt(document, 'predicate'),
      predicateType: stringAt(document, 'predicateType') ?? '',
      statement: document,
    };
  }
  if (predicateType === undefined) return undefined;
  const data = typeof document === 'string' ? document : valueAt(document, 'Data');
  if (typeof data === 'string') return { document: parseJson(data), isInText: false };
  return data === undefined ? undefined : { document: data };
}

/** Whether a JSON value is an in-toto statement, of any version. */
export function isStatement(value: unknown): boolean {
  return (stringAt(value, '_type') ?? '').startsWith('https://in-toto.io/Statement/');
}

/** The text in standard or URL-safe base64 (DSSE takes both). */
function decoded(payload: string): string {
  if (payload.length > PAYLOAD_LENGTH_MAX) throw new UnreadableFileError('has a payload that is too large to be read');
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError('has a payload that is no text in base64');
  }
}
