import { Connection } from '../attackers/connection';
import { pause, type Field } from '../attackers/field';
import type { Attack } from './attack';

const ADDRESSES = 110;
/** Invoices that a client may have open. */
const INVOICES_EACH = 10;
const EVERY_MS = 20;

/** Ten of them share a /24. */
const addressOf = (number: number): string => `127.${1 + Math.floor(number / 10)}.0.${1 + (number % 10)}`;
const ASKING = 'GET /v1/eol/nodejs HTTP/1.1\r\nHost: localhost\r\nAccept-Payment: l402\r\n\r\n';

/** Invoices that are asked for and never paid. */
export const openInvoices: Attack = {
  name: 'open-invoices',
  what: `${ADDRESSES * INVOICES_EACH} unpaid Lightning invoices from ${ADDRESSES} addresses, and more all the time`,
  shopping: 'lightning',
  env: { PAYMENTS_MODE: 'sandbox', L402: 'sandbox' },
  async run(field) {
    await Promise.all(Array.from({ length: ADDRESSES }, (_, number) => ask(field, addressOf(number), INVOICES_EACH)));
    field.inPosition();
    for (let number = 0; !field.signal.aborted; number++) {
      await ask(field, addressOf(number % ADDRESSES), 1);
      await pause(EVERY_MS, field.signal);
    }
  },
};

async function ask(field: Field, from: string, count: number): Promise<void> {
  const connection = new Connection({ url: field.url, from });
  const over = (): void => connection.close();
  field.signal.addEventListener('abort', over);
  for (let asked = 0; asked < count && !field.signal.aborted; asked++) field.count(await connection.ask(ASKING));
  field.signal.removeEventListener('abort', over);
  over();
}
