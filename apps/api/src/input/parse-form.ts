import { ServiceError } from '@stackcheck/contract';

/** More fields than any form of ours has. */
const FIELDS_MAX = 20;
const NAME = /^[a-z]{1,20}$/;

/**
 * The fields of an HTML form (application/x-www-form-urlencoded), by name.
 * @throws ServiceError `bad_request` where one is sent twice, or there are too many
 */
export function parseForm(bytes: Buffer): Readonly<Record<string, string>> {
  const text = bytes.toString('latin1');
  if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX)
    throw new ServiceError('bad_request', { message: `a form has at most ${FIELDS_MAX} fields` });
  const fields = [...new URLSearchParams(text)];
  const twice = fields.find(([name], at) => fields.findIndex(([other]) => other === name) !== at);
  if (twice !== undefined) throw new ServiceError('bad_request', { message: 'the form has a field twice' });
  if (!fields.every(([name]) => NAME.test(name)))
    throw new ServiceError('bad_request', { message: 'the form has a field that no page has' });
  return Object.fromEntries(fields);
}
