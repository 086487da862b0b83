import type { IncomingMessage } from 'node:http';

/** The preference that asks for a dry run (RFC 7240 section 2). */
export const VALIDATE_ONLY = 'validate-only';

/** Headers of the answer to a request whose preference was followed (RFC 7240 section 3). */
export const PREFERENCE_APPLIED = { 'Preference-Applied': VALIDATE_ONLY, Vary: 'Prefer' } as const;

/** Whether a request asks only whether its input would be accepted. */
export function prefersValidation({ headers }: IncomingMessage): boolean {
  // Node joins repeated lines of this header with a comma, which is what they mean.
  const preferences = String(headers['prefer'] ?? '').split(',');
  return preferences.some((preference) => preference.split(';', 1)[0]!.trim().toLowerCase() === VALIDATE_ONLY);
}
