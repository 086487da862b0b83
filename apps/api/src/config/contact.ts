/** How the operator is reached: a mail address, a web address, or both. */
export interface Contact {
  readonly email?: string;
  readonly url?: string;
}

/** An address of mail as far as a typing error can be seen (the `addr-spec` of RFC 5322 allows far more). */
const MAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Reads CONTACT: a mail address, an https URL, or both with a comma between. */
export function readContact(text: string | undefined, faults: string[]): Contact | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const email = parts.find((part) => MAIL.test(part));
  const url = parts.find((part) => /^https:\/\/\S+$/.test(part) && URL.canParse(part));
  const known = [email, url].filter((part) => part !== undefined);
  if (known.length !== parts.length) faults.push('CONTACT must be a mail address, an https URL, or one of each');
  return { ...(email === undefined ? {} : { email }), ...(url === undefined ? {} : { url }) };
}
