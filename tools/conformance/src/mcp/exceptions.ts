/** Checks of the suite that a product like this one does not meet, and why. */
export interface Exception {
  readonly why: string;
  /** Of scenarios by their names; with `checks`, of these checks of theirs alone. */
  readonly scenarios: RegExp;
  readonly checks?: RegExp;
}

/**
 * Every one, by reason. What none of them names has to pass, and each has to name something that does not: a reason that is out of date
 * is a failure, too.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'calls a tool that the suite wants a test server to have; a product has its own',
    scenarios: /^(tools-call-(?!with-logging)|elicitation-|input-required-result-(?!non-tool)|json-schema-2020-12$)/,
  },
  {
    why: 'wants a diagnostic tool of a test server',
    scenarios: /^server-stateless$/,
    checks:
      /undeclared-capability|missing-capability-http-400|no-independent-requests-on-stream|no-log-without-loglevel/,
  },
  { why: 'wants a tool with x-mcp-header annotations; no tool has any', scenarios: /^http-custom-header-/ },
  { why: 'there are no resources', scenarios: /^(resources-|sep-2164-resource-not-found$)/ },
  { why: 'there are no resources', scenarios: /^caching$/, checks: /resources/ },
  { why: 'there are no prompts', scenarios: /^(prompts-|input-required-result-non-tool-request$)/ },
  { why: 'there are no prompts', scenarios: /^caching$/, checks: /prompts/ },
  { why: 'there is nothing to complete', scenarios: /^completion-complete$/ },
  { why: 'the server sends no log messages', scenarios: /^(logging-set-level|tools-call-with-logging)$/ },
  {
    why: 'there are no streams: subscriptions/listen is refused, since nothing changes but with a restart',
    scenarios: /^server-stateless$/,
    checks: /subscription/,
  },
  { why: 'there are no sessions', scenarios: /^server-sse-/ },
  { why: 'there are no tasks (an extension): each call is answered at once', scenarios: /^tasks-/ },
];
