/** Shorter ones could be found by trying. */
const TOKEN_CHARS_MIN = 24;

/** Reads OPERATOR_TOKEN; undefined where there is no operator's page. A fault never quotes the token. */
export function readOperatorToken(
  values: Readonly<Record<string, string | undefined>>,
  metricsPort: number,
  faults: string[],
): string | undefined {
  const token = values['OPERATOR_TOKEN'];
  if (token === undefined) return undefined;
  if (!new RegExp(`^[\\x21-\\x7e]{${TOKEN_CHARS_MIN},200}$`).test(token))
    faults.push(
      `OPERATOR_TOKEN must have ${TOKEN_CHARS_MIN} to 200 characters without spaces; openssl rand -hex 32 makes one`,
    );
  if (metricsPort === 0) faults.push('OPERATOR_TOKEN needs METRICS_PORT: the operator’s page is on that port');
  return token;
}
