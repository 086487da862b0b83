import { flag, nullable, ref, text, type JsonSchema } from './json-schema';

/** The score joined to a CVE or a vulnerability. */
export const EPSS_OR_NULL: JsonSchema = {
  oneOf: [ref('EpssMark'), { type: 'null' }],
  description:
    'How probable its exploitation is (EPSS). Null when it has no score, or none is known: see `epss_complete`. In stack answers only where the policy has `epss_min`.',
};

/** What an answer says of the scores that were joined to it. */
export const EPSS_JOINED: Readonly<Record<string, JsonSchema>> = {
  epss_complete: flag(
    'Whether all EPSS scores of the day were asked, so that null says "not scored"; false for the starter selection, and when none is loaded. Not in stack answers.',
  ),
  epss_snapshot_id: nullable(
    text(
      'Snapshot that `epss` is from; null when none is loaded, and then `epss` says nothing. Its metadata is `meta.joined.epss`. Not in stack answers.',
    ),
  ),
};
