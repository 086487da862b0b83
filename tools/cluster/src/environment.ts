/** Variables that say what a node of the cluster is: it decides them itself. */
const OWN =
  /^(DATA_DIR|PORT|HOST|METRICS_PORT|INGEST_METRICS_PORT|WORKERS|PUBLIC_BASE_URL|PAYMENTS_MODE|PAY_TO|NETWORK|ASSET|TRUST_PROXY|PUBLISH_TO|SIGNING_KEY_FILE|(LEDGER|RECEIPT_KEY|WATCH_KEYS|FACILITATOR|CDP|RPC_URL|L402|LND|BTC_USD|SNAPSHOT)(_.*)?)$/;

/** What reaches every program from outside: what is not the cluster's to decide. */
export function outerEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN.test(name)));
}
