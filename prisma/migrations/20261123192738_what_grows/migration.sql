-- What is looked for in tables that grow for years (docs/speed.md, What grows).

-- The actions that the audit's filter offers.
CREATE INDEX audit_event_action_idx ON audit_event (action);

-- For the search of lib/domain/audit/queries.ts, whose expression this is.
CREATE INDEX audit_event_words_idx ON audit_event
  USING gin ((action || ' ' || replace(action, '_', ' ') || ' ' || subject_id || ' ' || address || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops);

-- The desk's search for a phone. Gifts have an index of their own by it.
CREATE INDEX payment_intent_of_member_phone ON payment_intent (phone) WHERE purpose <> 'gift';
CREATE INDEX mpesa_receipt_of_prompted_phone ON mpesa_receipt (phone) WHERE source NOT IN ('paybill', 'statement');
CREATE INDEX payout_phone_idx ON payout (phone);

-- Views are deleted by their day (docs/retention.md).
CREATE INDEX video_view_day_idx ON video_view (day);
