/**
 * Payments that were called free before any node claimed them: rows of `payment`, because nothing else excludes a claim in the moment in which
 * it is written. They have no answer and no history, can never be claimed, and are removed when their window is over.
 */
export const CALLED_FREE_ROWS = `
ALTER TABLE payment ADD CONSTRAINT payment_called_free CHECK (attempt > 0 OR attempt = 0 AND state = 'refused');
CREATE INDEX payment_called_free ON payment (id) WHERE attempt = 0;

DROP TRIGGER payment_kept ON payment;
CREATE TRIGGER payment_kept BEFORE DELETE ON payment FOR EACH ROW WHEN (OLD.attempt > 0)
  EXECUTE FUNCTION kept('payments are kept');
CREATE TRIGGER payment_attempts BEFORE UPDATE OF attempt ON payment FOR EACH ROW
  WHEN (NEW.attempt < OLD.attempt OR OLD.attempt = 0) EXECUTE FUNCTION kept('attempts are counted up');

-- What a day later still is on its way to the server has no connection any more. The role of the API may do this and no other removal.
CREATE FUNCTION forget_called_free(now_seconds bigint) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH forgotten AS (
    DELETE FROM payment WHERE id IN (
      SELECT id FROM payment WHERE attempt = 0 AND (
        valid_before < least(now_seconds, extract(epoch FROM now())::bigint) - 60
        OR created_at < (least(now_seconds, extract(epoch FROM now())::bigint) - 86400) * 1000
      ) ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  )
  SELECT count(*)::integer FROM forgotten
$$;`;
