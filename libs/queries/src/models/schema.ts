import { MODALITIES, MODEL_KINDS } from '@stackcheck/models-core';
import { array, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';

const dollars = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]+(\\.[0-9]+)?$',
  description: `${description} US dollars, exact, as a decimal text.`,
});
const perMtok = (what: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]+(\\.[0-9]+)?$',
  description: `${what}, US dollars per 1,000,000 tokens.`,
});
const tokens = (description: string): JsonSchema => integer(description, 0);
const modalities = (description: string): JsonSchema => array({ type: 'string', enum: MODALITIES }, description);
const dayOrMonth = (description: string): JsonSchema =>
  nullable({
    type: 'string',
    pattern: '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$',
    description: `${description} A day or a month.`,
  });

const RESULT = object(
  {
    rank: integer(
      "Place in the order of cost; with `prefer: first_party` the makers' own offers come before all others.",
      1,
    ),
    provider: text('Who sells it.'),
    model: text("The provider's own name of the model, for its API."),
    name: text('Display name.'),
    canonical: text('maker/model, the same for one model under all its names.'),
    family: nullable(text('Family.')),
    kind: { type: 'string', enum: MODEL_KINDS, description: 'What it is for.' },
    first_party: flag('Sold by its maker.'),
    cost_usd: dollars('All requests together:'),
    cost_per_1k_requests_usd: dollars('A thousand such requests:'),
    breakdown: object(
      {
        input: dollars('Input:'),
        output: dollars('Output:'),
        cache_read: dollars('Input from the cache:'),
        cache_write: dollars('Input into the cache:'),
        reasoning: dollars('Hidden output:'),
        tier: nullable(tokens('Threshold of the price tier that applied, in input tokens; null for the base prices.')),
      },
      { description: 'What `cost_usd` is the sum of.' },
    ),
    prices: object(
      {
        input: perMtok('Input'),
        output: perMtok('Output'),
        cache_read: nullable(perMtok('Input from the cache; null: not stated, billed as input')),
        cache_write: nullable(perMtok('Input into the cache; null: not stated, billed as input')),
        reasoning: nullable(perMtok('Hidden output; null: not stated, billed as output')),
        unit: { type: 'string', enum: ['usd_per_mtok'], description: 'Unit of the prices.' },
        batch: flag('Whether these are prices of a batch interface.'),
      },
      { description: 'The prices that applied.' },
    ),
    price_outlier: nullable(
      flag(
        "Whether it costs less than a third of `maker_price`: far below the maker, so look whether it is the same model and billed per token. Null: there is no maker's price to compare with.",
      ),
    ),
    maker_price: nullable(
      object(
        {
          provider: text('The maker as a provider.'),
          model: text('Its own name of the model.'),
          input: perMtok('Input'),
          output: perMtok('Output'),
          unit: { type: 'string', enum: ['usd_per_mtok'], description: 'Unit of the prices.' },
        },
        {
          description:
            "The ordinary prices of the maker's own cheapest offer of the same model; null: the maker sells none, or states no price.",
        },
      ),
    ),
    limits: object({
      context: nullable(tokens('Input and output together; null: unknown.')),
      input: nullable(tokens('Input; null: no limit of its own is stated.')),
      output: nullable(tokens('Output; null: unknown.')),
    }),
    capabilities: object({
      tool_call: flag('Calls tools.'),
      structured_output: nullable(flag('Keeps to a schema; null: not stated.')),
      reasoning: flag('Reasons.'),
      attachment: flag('Takes files.'),
      temperature: nullable(flag('Takes a temperature; null: not stated.')),
    }),
    modalities: object({ input: modalities('What it reads.'), output: modalities('What it writes.') }),
    open_weights: flag('Open weights.'),
    status: { type: ['string', 'null'], enum: ['alpha', 'beta', 'deprecated', null], description: 'Null: in service.' },
    deprecation_date: dayOrMonth('When it becomes, or became, deprecated; null: not stated.'),
    deprecation: object(
      {
        basis: {
          type: 'string',
          enum: ['deprecated', 'listed_date', 'no_listed_date', 'no_date_source'],
          description:
            '`deprecated`: its provider says so or its listed date has come; `listed_date`: the listed date lies ahead; `no_listed_date`: no source lists a date for this offer; `no_date_source`: the source of dates is not in this snapshot.',
        },
        maker_date: dayOrMonth("Earliest date listed for the maker's own offer of the same model; null: none."),
        text: text('The same as a sentence.'),
      },
      { description: 'What it rests on that the model is called deprecated or not.' },
    ),
    release_date: dayOrMonth('When it was released.'),
    knowledge: dayOrMonth('End of its training data.'),
    last_updated: dayOrMonth('When the record last changed.'),
    doc: nullable({ type: 'string', format: 'uri', description: "The provider's documentation." }),
    also: array(
      object({ provider: text('Provider.'), model: text('Its name of the model.') }),
      'The same model at the same cost under other names or from other providers.',
    ),
  },
  { description: 'One model, or one model at one cost under several names.' },
);

/** Component schemas of the models family, by the name they are published under. */
export const MODELS_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ModelsCheapestResult: RESULT,
  ModelsCheapest: object({
    complete: flag(
      'Whether all models of the dataset were compared; false for the starter selection, where cheaper ones may be missing.',
    ),
    matched: integer('Models that meet everything.', 0),
    considered: integer('Models in the snapshot; `matched` and `excluded` add up to it.', 0),
    excluded: object(
      {
        no_price: integer('No price is stated, or in a batch search no batch price.', 0),
        free: integer('Costs nothing: subscriptions, free routes, previews.', 0),
        implausible_price: integer('Far below what the same model costs elsewhere: another unit.', 0),
        deprecated: integer('Deprecated.', 0),
        kind: integer('Of another kind.', 0),
        unknown_limits: integer('A limit that the call needs is not known.', 0),
        does_not_fit: integer('The call does not fit into a known limit.', 0),
        constraints: integer('Keeps a constraint not.', 0),
      },
      { description: 'Models that were not ranked, each under the first reason that applies.' },
    ),
    results: array(ref('ModelsCheapestResult'), 'Cheapest first, within what is preferred.'),
    cheaper_if: array(
      object({
        drop: text('The constraint, or `prefer`.'),
        cost_usd: dollars('What the cheapest model that it alone keeps out costs:'),
        provider: text('Who sells it.'),
        model: text('Which one it is.'),
      }),
      'The price of each constraint, and of the preference, that alone keeps a cheaper model from the first place; cheapest first.',
    ),
  }),
};
