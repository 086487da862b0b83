import fc from 'fast-check';
import type { Client } from 'pg';
import { postgresPrograms, startPostgres, type PostgresServer } from '../testing';
import { ArrayParameter, type ArrayType } from './array-parameter';

const here = postgresPrograms() === undefined ? describe.skip : describe;

const whole = (bits: number): fc.Arbitrary<number> => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
/** What PostgreSQL cannot hold is no text of it. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
const ITEMS: Readonly<Record<ArrayType, fc.Arbitrary<string | number>>> = {
  text: fc.oneof(text, fc.constantFrom('', 'NULL', '"', '\\', '{}', ',')),
  bigint: fc.maxSafeInteger(),
  integer: whole(32),
  smallint: whole(16),
};

here('an array as a parameter (skipped where no PostgreSQL can start)', () => {
  let server: PostgresServer;
  let client: Client;
  beforeAll(async () => {
    server = await startPostgres();
    client = await server.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  it.each(Object.keys(ITEMS) as ArrayType[])('of %s arrives as it was sent', async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(ITEMS[type])), async (items) => {
        const { rows } = await client.query<{ items: string }>(`SELECT to_json($1::${type}[]) AS items`, [
          new ArrayParameter(type, items),
        ]);
        expect(rows[0]!.items).toEqual(items);
      }),
    );
  });
});
