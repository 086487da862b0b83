/** Every published limit of the service, with its unit in the name. */
export const LIMITS = {
  /** Items of one EOL batch; also items (and images) of a stack. */
  itemsMax: 50,
  cvesMax: 100,
  packagesMax: 50,
  purlsMax: 50,
  /**
   * Advisories of the packages of one request, each package counted once in however many versions it is asked about. The fifty
   * packages with the most advisories that are published, kernels of distributions, have less than half of it together.
   */
  advisoriesJudgedMax: 1_000_000,
  watchTokenStartCharsMax: 32_000,
  watchTokenRecheckCharsMax: 48_000,
  watchTokenLifetimeDays: 180,
  bodyBytesMax: 65_536,
  /** Nesting of a JSON body; deeper ones would exhaust the stack of recursive code. */
  bodyDepthMax: 8,
  /** All request headers together; holds a GET batch of 50 pairs in percent-encoding. */
  headerBytesMax: 65_536,
  /** Characters of a product, cycle or version. */
  idCharsMax: 200,
  imageCharsMax: 256,
  itemsQueryCharsMin: 3,
  suggestionsMax: 5,
  refusedPaymentsMax: 5,
  refusedPaymentsWindowSeconds: 600,
  /** Requests of one client that are only checked. */
  dryRunsMax: 60,
  dryRunsWindowSeconds: 60,
  paymentWindowSeconds: 60,
  paymentValidBeforeMarginSeconds: 5,
  verifyTimeoutMs: 3_000,
  settleTimeoutMs: 10_000,
  settlementUnknownRetryAfterSeconds: 30,
  /** One payment header, before base64 decoding; it repeats the URL, so it must hold that of a full GET batch. */
  paymentHeaderBytesMax: 40_960,
} as const;

/** A dataset stops being sold when it was not refreshed within this many cadences. */
export const STALE_CADENCES_MAX = 2;
