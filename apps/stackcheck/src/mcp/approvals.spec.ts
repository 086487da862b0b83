import { Approvals, type CallContext } from './approvals';

const PROPOSAL = {
  tool: 'check_versions',
  args: { items: [1] },
  seller: 'https://a.example',
  price: '0.01',
  limit: '0.005',
};
const YES = { approve: { action: 'accept', content: { approve: true } } };

const context = (more: Partial<CallContext> = {}): CallContext => ({
  canAsk: true,
  responses: undefined,
  state: undefined,
  signal: new AbortController().signal,
  ...more,
});

/** The state that a question came with. */
const asked = (approvals: Approvals, proposal = PROPOSAL): string => {
  const question = approvals.ask(proposal, context()) as { readonly requestState: string };
  expect(question).toMatchObject({
    resultType: 'input_required',
    inputRequests: { approve: { method: 'elicitation/create' } },
  });
  return question.requestState;
};

test('a question names tool, price and seller', () => {
  expect(JSON.stringify(new Approvals().ask(PROPOSAL, context()))).toContain(
    'Buy an answer of check_versions from https://a.example for 0.01 USD in USDC?',
  );
});

test('an approval counts once', () => {
  const approvals = new Approvals();
  const state = asked(approvals);

  expect(approvals.ask(PROPOSAL, context({ state, responses: YES }))).toBeUndefined();
  expect(approvals.ask(PROPOSAL, context({ state, responses: YES }))).toMatchObject({ resultType: 'input_required' });
});

test.each<[string, Partial<typeof PROPOSAL>]>([
  ['another tool', { tool: 'check_stack' }],
  ['other arguments', { args: { items: [2] } }],
  ['another price', { price: '0.02' }],
  ['another seller', { seller: 'https://b.example' }],
])('an approval is none for %s', (_what, other) => {
  const approvals = new Approvals();
  const state = asked(approvals);

  const next = approvals.ask({ ...PROPOSAL, ...other }, context({ state, responses: YES }));

  expect(next).toMatchObject({ resultType: 'input_required' });
});

test('an approval of what was never asked is none', () => {
  for (const state of [undefined, '', 'x', 7])
    expect(new Approvals().ask(PROPOSAL, context({ state, responses: YES }))).toMatchObject({
      resultType: 'input_required',
    });
});

test.each([
  [undefined],
  [{}],
  [{ approve: { action: 'cancel' } }],
  [{ approve: { action: 'accept' } }],
  [{ approve: { action: 'accept', content: { approve: 'true' } } }],
  [{ other: YES.approve }],
])('the answer %j buys nothing', (responses) => {
  const approvals = new Approvals();
  const state = asked(approvals);

  expect(approvals.ask(PROPOSAL, context({ state, responses }))).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'not_approved' } },
  });
});
