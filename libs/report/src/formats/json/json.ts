import type { Finding, Outcome } from '../../outcome';
import schema from '../../outcome.schema.json';
import type { ReportFormat } from '../report-format';

/**
 * The whole outcome as JSON with the names of the wire, in the shape of `outcome.schema.json`. Members may be added to schema 1;
 * none is taken away or changes its meaning.
 */
export const JSON_FORMAT: ReportFormat = {
  id: 'json',
  label: 'JSON, the whole outcome (schema 1)',
  mediaType: 'application/json',
  extension: '.json',
  write: (outcome) => `${JSON.stringify(toWire(outcome), null, 2)}\n`,
};

/** JSON Schema (2020-12) of what the `json` format prints. */
export const OUTCOME_SCHEMA: Readonly<Record<string, unknown>> = schema;

function toWire({ findings, accepted, known, ...outcome }: Outcome): unknown {
  const { schema, verdict, ...rest } = outcome;
  return {
    schema,
    verdict,
    findings: findings.map(findingToWire),
    accepted: accepted.map(({ finding, ...acceptance }) => ({ ...acceptance, finding: findingToWire(finding) })),
    known: known.map(findingToWire),
    ...rest,
  };
}

function findingToWire({ moveTo, others = [], ...finding }: Finding): unknown {
  return { ...finding, others, move_to: moveTo };
}
