/** One environment variable of the API: its name, its default and what it means. The docs table is held against this. */
export interface ConfigVariable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** May also come as `<NAME>_FILE`, the path of a file that holds it; never printed. */
  readonly secret?: true;
}

/** Every variable the API reads. The names are a contract. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = [
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on.' },
  { name: 'PORT', fallback: '8402', meaning: 'Port to listen on.' },
  { name: 'METRICS_PORT', fallback: '0', meaning: 'Port of the Prometheus metrics on HOST; 0 turns them off.' },
  {
    name: 'OPERATOR_TOKEN',
    fallback: '',
    meaning: 'Opens the operator’s page at / of METRICS_PORT, 24 characters at least; without it there is none.',
    secret: true,
  },
  {
    name: 'WORKERS',
    fallback: '1',
    meaning: 'Processes that serve, each a node over LEDGER_URL; more than one per core gains nothing.',
  },
  { name: 'CONNECTIONS_MAX', fallback: '10000', meaning: 'Connections in all, of each worker.' },
  {
    name: 'CONNECTIONS_PER_CLIENT_MAX',
    fallback: '500',
    meaning: 'Connections of one client address (IPv6: of its /64); trusted proxies may have more.',
  },
  {
    name: 'LEDGER_URL',
    fallback: 'payments.db in DATA_DIR',
    meaning: 'PostgreSQL that keeps the payments of several instances; see docs/nodes.md.',
    secret: true,
  },
  {
    name: 'LEDGER_STANDBY',
    fallback: 'required',
    meaning: '`none`: no standby need confirm what that PostgreSQL writes, where one machine is meant.',
  },
  {
    name: 'LEDGER_THREAD',
    fallback: 'busy',
    meaning:
      'When the payment ledger is written in a thread of its own: busy (several payments at once), always or never.',
  },
  {
    name: 'PUBLIC_BASE_URL',
    fallback: 'http://HOST:PORT',
    meaning: 'Absolute URL callers use; buyers sign it. https unless on loopback.',
  },
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of snapshots.db, payments.db and keys/.' },
  {
    name: 'PAYMENTS_MODE',
    fallback: 'facilitator when FACILITATOR_URL is set, else off (npm start: sandbox)',
    meaning:
      '`sandbox` (test network, settles nothing), `facilitator` (real payments), `self` (real ones, settled with GAS_KEY) or `off`.',
  },
  {
    name: 'FACILITATOR_URL',
    fallback: '',
    meaning: 'Base URL of the x402 facilitator, or a comma list in order of preference.',
  },
  {
    name: 'FACILITATOR_AUTH',
    fallback: 'bearer',
    meaning: '`bearer` (FACILITATOR_TOKEN, if any) or `cdp` (a JWT per call); for all, or a comma list by position.',
  },
  {
    name: 'FACILITATOR_TOKEN',
    fallback: '',
    meaning: 'Bearer token sent to the facilitator; with several, a comma list by position.',
    secret: true,
  },
  { name: 'CDP_API_KEY_ID', fallback: '', meaning: 'Id of the API key with which CDP tokens are signed.' },
  {
    name: 'CDP_API_KEY_SECRET',
    fallback: '',
    meaning: 'That key: base64 Ed25519, or PEM of a P-256 or Ed25519 key.',
    secret: true,
  },
  { name: 'PAY_TO', fallback: '', meaning: 'Checksummed address that receives the payments.' },
  {
    name: 'NETWORK',
    fallback: 'eip155:8453 (sandbox: eip155:84532)',
    meaning: 'CAIP-2 network of the payments: eip155:8453 or eip155:84532.',
  },
  { name: 'ASSET', fallback: 'USDC of NETWORK', meaning: 'Token address; must be the canonical USDC of the network.' },
  {
    name: 'RPC_URL',
    fallback: '',
    meaning: 'Comma list of JSON-RPC URLs for chain evidence; optional, but with PAYMENTS_MODE `self`.',
    secret: true,
  },
  {
    name: 'GAS_KEY',
    fallback: '',
    meaning: 'Private key, `0x` and 64 hex digits, of the wallet whose ether settles with PAYMENTS_MODE `self`.',
    secret: true,
  },
  {
    name: 'GAS_FEE_MAX_GWEI',
    fallback: '0.5',
    meaning: 'The most that a transaction bids per gas; above half of it nothing new is sold.',
  },
  { name: 'GAS_LOW_ETH', fallback: '0.002', meaning: 'With less ether in that wallet payments pause.' },
  {
    name: 'BUNDLE_MS',
    fallback: '250',
    meaning: 'How long a payment waits for others to share its transaction; 0 to 2000.',
  },
  {
    name: 'CONFIRMATIONS',
    fallback: '1',
    meaning: 'Blocks on a transfer, its own counted, before its answer leaves; 1 to 4.',
  },
  { name: 'ETH_USD', fallback: '', meaning: 'Price of an ether, for the metric of what settling costs; optional.' },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning: 'Number of trusted proxies, or a comma list of their CIDRs. Never `true`; must be set behind https.',
  },
  {
    name: 'PUBLIC_PREVIEW',
    fallback: 'demo',
    meaning: '`off`, `demo` or `all`: products shown in full on the free pages.',
  },
  {
    name: 'CONTACT',
    fallback: '',
    meaning:
      'How the operator is reached: a mail address, an https URL, or both; published, and needed for security.txt.',
  },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: '`silent`, `error`, `warn`, `info` or `debug`.' },
  { name: 'PAUSED', fallback: 'false', meaning: '`true`: paid routes answer 503 `paused`; free ones go on.' },
  {
    name: 'EVENT_LOOP_LAG_MAX_MS',
    fallback: '500',
    meaning: 'Payments are shed while the 99th percentile of the event loop’s lag is above this; 0 turns that off.',
  },
  {
    name: 'PRICES',
    fallback: '',
    meaning: 'Price overrides, e.g. `service_eol_product=0.002,service_eol_image=0.004` (USD).',
  },
  {
    name: 'SANCTIONS',
    fallback: 'auto',
    meaning: 'Screening of payers: `auto` (once a block list was ingested), `required` (no list, no sale) or `off`.',
  },
  {
    name: 'SANCTIONS_MAX_AGE_HOURS',
    fallback: '168',
    meaning: 'With a block list that was not confirmed for longer, paid routes answer 503 `paused`.',
  },
  {
    name: 'SANCTIONS_ORACLE',
    fallback: '',
    meaning: 'Contract with `isSanctioned(address)` on NETWORK, asked through RPC_URL as a second opinion.',
  },
  {
    name: 'RECEIPT_KEY',
    fallback: 'made under DATA_DIR/keys',
    meaning: 'Ed25519 key (PKCS #8, PEM) that signs receipts, for several instances that answer as one.',
    secret: true,
  },
  { name: 'STACK_WATCH', fallback: 'on', meaning: '`off`: POST /v1/stack/watch answers 503 `watch_unavailable`.' },
  {
    name: 'WATCH_KEYS',
    fallback: 'made under DATA_DIR/keys, and renewed every 90 days',
    meaning: 'Keys of watch tokens for several instances, in the form of keys/watch-keys.json; see docs/stack.md.',
    secret: true,
  },
  { name: 'L402', fallback: 'off', meaning: 'Lightning as a second way to pay: `off`, `lnd` or `sandbox`.' },
  {
    name: 'L402_SECRET',
    fallback: 'made under DATA_DIR/keys',
    meaning: '64 hex digits; tokens depend on it.',
    secret: true,
  },
  { name: 'LND_URL', fallback: '', meaning: 'REST address of the LND node that makes the invoices.' },
  { name: 'LND_MACAROON', fallback: '', meaning: 'Its invoice macaroon in hex (a file may be binary).', secret: true },
  { name: 'LND_TLS_CERT_FILE', fallback: '', meaning: 'Its certificate (PEM); no other one is accepted then.' },
  {
    name: 'BTC_USD',
    fallback: 'sandbox: 100000',
    meaning: 'Price of a bitcoin in USD; ages from the start of the process.',
  },
  { name: 'BTC_USD_FILE', fallback: '', meaning: 'File that holds that price and is kept fresh; instead of BTC_USD.' },
  { name: 'BTC_USD_MAX_AGE_HOURS', fallback: '24', meaning: 'With an older price the rail offers nothing.' },
  { name: 'BTC_USD_BOUNDS', fallback: '10000-1000000', meaning: 'With a price outside the rail offers nothing.' },
];
