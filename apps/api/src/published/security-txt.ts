import type { Published } from '../catalogue/define-route';
import type { Contact } from '../config/contact';
import type { PublishingContext } from './context';
import { publish } from '../catalogue/publish';

/** Well below the year that RFC 9116 section 2.5.5 recommends, so that a service without an operator falls silent. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Where vulnerabilities of the service are reported (RFC 9116); undefined without a contact, which the file must have.
 * @param today UTC day of the answer, from which `Expires` follows, so that the bytes stay the same for a day
 */
export function securityTxt(
  { baseUrl, contact }: Pick<PublishingContext, 'baseUrl' | 'contact'>,
  today: string,
): Published | undefined {
  if (!contact) return undefined;
  const expires = new Date(Date.parse(`${today}T00:00:00.000Z`) + VALID_DAYS * DAY_MS).toISOString();
  const lines = [
    ...contactsOf(contact).map((uri) => `Contact: ${uri}`),
    `Expires: ${expires.replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return publish('text/plain; charset=utf-8', `${lines.join('\n')}\n`);
}

function contactsOf({ email, url }: Contact): readonly string[] {
  return [...(email === undefined ? [] : [`mailto:${email}`]), ...(url === undefined ? [] : [url])];
}
