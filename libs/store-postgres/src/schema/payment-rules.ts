/** What no program may do to payments and their history; the triggers of the SQLite ledger. */
export const PAYMENT_RULES = `
CREATE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.network, NEW.asset, NEW.payer, NEW.nonce) IS DISTINCT FROM (OLD.network, OLD.asset, OLD.payer, OLD.nonce) THEN
    RAISE EXCEPTION 'the identity of a payment is fixed';
  END IF;
  IF OLD.state IN ('settled', 'released') AND (
    NEW.state <> OLD.state OR NEW.payment_hash <> OLD.payment_hash OR NEW.payload <> OLD.payload
    OR NEW.identifier IS DISTINCT FROM OLD.identifier OR NEW.request_hash <> OLD.request_hash
    OR NEW.price <> OLD.price OR NEW.value <> OLD.value OR NEW.pay_to <> OLD.pay_to
    OR NEW.transaction_hash IS DISTINCT FROM OLD.transaction_hash
    OR NEW.evidence IS DISTINCT FROM OLD.evidence OR NEW.payment_response IS DISTINCT FROM OLD.payment_response
    OR OLD.delivered_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'a closed payment does not change';
  END IF;
  IF NOT (
    OLD.state = NEW.state
    OR OLD.state = 'settling' AND NEW.state IN ('settled', 'refused', 'unknown', 'released')
    OR OLD.state = 'unknown' AND NEW.state IN ('settled', 'refused', 'released')
    OR OLD.state = 'refused' AND NEW.state IN ('settled', 'released')
    -- Claimed again.
    OR OLD.state = 'refused' AND NEW.state IN ('settling', 'unknown', 'settled') AND NEW.attempt > OLD.attempt
  ) THEN
    RAISE EXCEPTION 'illegal payment transition';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_guard BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION payment_guard();

CREATE FUNCTION answer_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM payment WHERE id = OLD.payment_id AND state IN ('settled', 'released')) THEN
    RAISE EXCEPTION 'a closed payment does not change';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER answer_guard BEFORE UPDATE ON payment_answer FOR EACH ROW EXECUTE FUNCTION answer_guard();

CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0];
END $$;
CREATE TRIGGER payment_kept BEFORE DELETE ON payment FOR EACH ROW EXECUTE FUNCTION kept('payments are kept');
CREATE TRIGGER payment_not_emptied BEFORE TRUNCATE ON payment EXECUTE FUNCTION kept('payments are kept');
CREATE TRIGGER answer_kept BEFORE DELETE ON payment_answer FOR EACH ROW EXECUTE FUNCTION kept('answers are kept');
CREATE TRIGGER answer_not_emptied BEFORE TRUNCATE ON payment_answer EXECUTE FUNCTION kept('answers are kept');
CREATE TRIGGER event_fixed BEFORE UPDATE ON payment_event FOR EACH ROW EXECUTE FUNCTION kept('payment events are fixed');
CREATE TRIGGER event_kept BEFORE DELETE ON payment_event FOR EACH ROW EXECUTE FUNCTION kept('payment events are kept');
CREATE TRIGGER event_not_emptied BEFORE TRUNCATE ON payment_event EXECUTE FUNCTION kept('payment events are kept');
CREATE TRIGGER seal_fixed BEFORE UPDATE OR DELETE ON event_seal FOR EACH ROW EXECUTE FUNCTION kept('seals are kept');

-- For the role that the API connects as: it can neither remove nor rewrite history, nor change the schema.
CREATE FUNCTION grant_ledger_to(api_role name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), api_role);
  EXECUTE format('GRANT SELECT ON schema_migration TO %I', api_role);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON payment, payment_answer, node TO %I', api_role);
  EXECUTE format('GRANT SELECT, INSERT ON payment_event, event_seal, sandbox_nonce TO %I', api_role);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON refusal TO %I', api_role);
  EXECUTE format('GRANT SELECT, UPDATE ON cluster TO %I', api_role);
END $$;
REVOKE ALL ON FUNCTION grant_ledger_to(name) FROM PUBLIC;`;
