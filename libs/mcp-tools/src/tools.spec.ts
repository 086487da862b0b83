import { QUERIES } from '@stackcheck/queries';
import Ajv2020 from 'ajv/dist/2020';
import { FREE_TOOLS, freeListing, PAID_TOOLS, paidListing } from './index';

const LISTED = [...PAID_TOOLS.map((tool) => paidListing(tool, () => '0.01')), ...FREE_TOOLS.map(freeListing)];

test('every query has a tool, and every paid tool a query', () => {
  const asked = [...PAID_TOOLS.flatMap(({ queries }) => queries), ...FREE_TOOLS.flatMap(({ query }) => query ?? [])];

  expect(new Set(asked)).toEqual(new Set(QUERIES));
  expect(asked).toHaveLength(QUERIES.length);
});

test('names are a verb and a noun, each once', () => {
  const names = LISTED.map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(quote|[a-z]+(_[a-z]+)+)$/);
});

test.each(LISTED.map((listed) => [listed.name, listed] as const))(
  '%s: one sentence with its price, and schemas that compile',
  (name, { description, inputSchema, outputSchema, annotations }) => {
    const isPaid = PAID_TOOLS.some((tool) => tool.name === name);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });

    expect(description).toMatch(
      isPaid ? /^[^.]+(\.\d[^.]*)*\. Costs 0\.01 USD; errors are not charged\.$/ : /^[^.]+\. Free\.$/,
    );
    expect(description.length).toBeLessThan(300);
    expect(annotations).toEqual({
      title: annotations.title,
      readOnlyHint: true,
      openWorldHint: false,
      idempotentHint: !isPaid,
    });
    expect(() => ajv.compile(inputSchema)).not.toThrow();
    expect(JSON.stringify(inputSchema)).not.toContain('"x-');
    const takes = ajv.compile(outputSchema);
    expect([{ data: {} }, { error: { code: 'internal' } }].map((value) => takes(value))).toEqual([true, true]);
    expect(takes({})).toBe(false);
    expect(takes({ x402Version: 2, accepts: [{}], error: 'payment_required', resource: {}, extensions: {} })).toBe(
      true,
    );
    expect(takes({ x402Version: 2 })).toBe(false);
  },
);

test('a tool of two questions asks the one that its arguments are of', () => {
  const lifecycle = PAID_TOOLS.find(({ name }) => name === 'get_lifecycle')!;

  expect(lifecycle.queryOf({ product: 'nodejs' }).id).toBe('eol_product');
  expect(lifecycle.queryOf({ product: 'nodejs', cycle: '24' }).id).toBe('eol_cycle');
  expect(lifecycle.input['required']).toEqual(['product']);
  const prices: Readonly<Record<string, string>> = { eol_product: '0.001', eol_cycle: '0.002' };
  expect(paidListing(lifecycle, ({ id }) => prices[id]!).description).toContain('Costs 0.001 or 0.002 USD');
});

test('a list with two names is published under both, and null where it is taken', () => {
  const { properties } = PAID_TOOLS.find(({ name }) => name === 'check_packages')!.input as {
    properties: Readonly<Record<string, { type: unknown; items: unknown }>>;
  };

  expect(properties['packages']!.items).toEqual(properties['purls']!.items);
  expect(properties['min_severity']!.type).toEqual(['string', 'null']);
});
