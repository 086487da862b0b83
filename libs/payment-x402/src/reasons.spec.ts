import { loggableReason, settleReason, verifyReason } from './reasons';

/** reason | code on /verify, `-` where nobody is blamed | class on /settle without a transaction */
const CASES = `
invalid_exact_evm_signature                                 payment_invalid        refused
invalid_exact_evm_payload_signature                         payment_invalid        refused
invalid_exact_evm_payload_undeployed_smart_wallet           payment_invalid        refused
eip6492_factory_not_allowed                                 payment_invalid        refused
smart_wallet_deployment_failed                              payment_invalid        unknown
invalid_payload                                             payment_invalid        refused
invalid_scheme                                              payment_invalid        refused
unsupported_scheme                                          payment_invalid        refused
invalid_exact_evm_scheme                                    payment_invalid        refused
invalid_x402_version                                        payment_invalid        refused
self_send_not_allowed                                       payment_invalid        refused
insufficient_funds                                          payment_invalid        refused
invalid_exact_evm_insufficient_balance                      payment_invalid        refused
invalid_exact_evm_transaction_simulation_failed             payment_invalid        unknown
invalid_exact_evm_payload_authorization_valid_before        payment_expired        refused
invalid_exact_evm_payload_authorization_valid_after         payment_expired        refused
payment_expired                                             payment_expired        refused
permit2_deadline_expired                                    payment_expired        refused
invalid_exact_evm_authorization_value                       payment_underpaid      refused
invalid_exact_evm_payload_authorization_value_mismatch      payment_underpaid      refused
invalid_exact_evm_payload_authorization_value_too_low       payment_underpaid      refused
amount_too_low                                              payment_underpaid      refused
invalid_exact_evm_recipient_mismatch                        payment_wrong_payto    refused
invalid_exact_evm_network_mismatch                          payment_wrong_network  refused
invalid_network                                             payment_wrong_network  refused
invalid_exact_evm_nonce_already_used                        payment_replayed       nonce_used
permit2_invalid_nonce                                       payment_replayed       nonce_used
duplicate_settlement                                        payment_replayed       nonce_used
settle_exact_from_address_kyt                               payer_blocked          refused
kyt_risk_detected                                           payer_blocked          refused
payer_blocked                                               payer_blocked          refused
settle_exact_to_address_kyt                                 -                      refused
request_blocked_by_location                                 -                      refused
invalid_payment_requirements                                -                      refused
invalid_exact_evm_missing_eip712_domain                     -                      refused
invalid_exact_evm_token_name_mismatch                       -                      refused
asset_not_deployed_contract                                 -                      refused
invalid_exact_evm_eip3009_not_supported                     -                      refused
unexpected_verify_error                                     -                      unknown
unexpected_settle_error                                     -                      unknown
settlement_pending                                          -                      pending
settle_exact_evm_transaction_confirmation_timed_out         -                      pending
settle_exact_node_failure                                   -                      unknown
settle_exact_failed_onchain                                 -                      unknown
invalid_exact_evm_transaction_failed                        -                      unknown
invalid_exact_evm_transfer_event_mismatch                   -                      unknown
invalid_transaction_state                                   -                      unknown
something_new                                               -                      unknown
`;
const rows = CASES.trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string, string]);

it.each(rows)('%s: %s on verify, %s on settle', (reason, code, kind) => {
  expect(verifyReason(reason)).toMatchObject(code === '-' ? { kind: 'unavailable' } : { kind: 'refused', code });
  expect(settleReason(reason, '').kind).toBe(kind);
});

it.each(rows)('%s proves nothing beside a transaction', (reason) => {
  expect(['pending', 'unknown']).toContain(settleReason(reason, '0xabc').kind);
});

it('our own faults are never told as the payer’s', () => {
  for (const [reason, code] of rows.filter((row) => row[1] === '-')) {
    const settled = settleReason(reason, '');
    expect(code).toBe('-');
    if (settled.kind === 'refused') expect(settled.code).toBe('facilitator_unavailable');
  }
});

describe('the text of a node, passed on as a reason,', () => {
  const quoted = 'The contract function "transferWithAuthorization" reverted. Args: (signature, insufficient_funds)';

  it.each([
    [quoted, 'unknown'],
    ['Timed out while waiting for transaction with hash 0xabc; the signature is valid', 'unknown'],
    ['insufficient_funds for gas * price + value', 'unknown'],
    ['blocked by proxy', 'unknown'],
    ['', 'unknown'],
    ['execution reverted: FiatTokenV2: authorization is used or canceled', 'nonce_used'],
    [`${quoted}\nDetails: execution reverted: custom error AuthorizationAlreadyUsed()`, 'nonce_used'],
  ])('is never a definite refusal: %j', (reason, kind) => {
    expect(settleReason(reason, '').kind).toBe(kind);
    expect(settleReason(reason, '0xabc').kind).toBe('unknown');
    expect(verifyReason(reason).kind).toBe('unavailable');
  });

  it('is logged without what it quotes', () => {
    const secret = 'ab12'.repeat(16);
    const logged = loggableReason(
      `reverted\n\u0007 args (0x${secret}, ${secret}1b, ${'9'.repeat(40)}): out of gas ${'x'.repeat(500)}`,
    );

    expect(logged).toMatch(/^reverted +args \(…, …, …\): out of gas x+$/);
    expect(logged.length).toBeLessThanOrEqual(200);
    expect(loggableReason('insufficient_funds')).toBe('insufficient_funds');
  });
});
