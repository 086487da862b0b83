/**
 * A delivery is an event of its payment and changes no row: the row was written a third time for it, with all its indexes. `payment.delivered_at` stays for
 * deliveries of before this step, and for instances of before, which still set it while others run over this schema.
 */
export const DELIVERY_EVENTS = `
CREATE FUNCTION delivery_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An instance of before, about what was delivered by an event.
  IF EXISTS (SELECT 1 FROM payment_event WHERE payment_id = OLD.id AND state = 'delivered') THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER delivery_guard BEFORE UPDATE OF delivered_at ON payment FOR EACH ROW
  WHEN (OLD.delivered_at IS NULL AND NEW.delivered_at IS NOT NULL) EXECUTE FUNCTION delivery_guard();

-- After the trigger: tables are locked in the order in which claims and settlements of nodes that run on lock them.
CREATE UNIQUE INDEX payment_event_delivered ON payment_event (payment_id) WHERE state = 'delivered';`;

/** When the answer of a payment `p` was delivered; NULL = not yet. */
export function deliveredAtOf(p: string): string {
  return `coalesce(${p}.delivered_at, (SELECT e.at FROM payment_event e WHERE e.payment_id = ${p}.id AND e.state = 'delivered'))`;
}
