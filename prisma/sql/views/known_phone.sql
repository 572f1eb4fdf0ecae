-- Phones known as a person's own, as 254 and nine digits, with the reason. Every gift reads its dancer's
-- phones. OFFSET 0 fixes the join order: with old statistics the planner would read all payments.
CREATE OR REPLACE VIEW known_phone AS
  SELECT id AS owner_id, '254' || right(regexp_replace(phone_number, '\D', '', 'g'), 9) AS phone, 'profile' AS link
    FROM app_user WHERE length(phone_number) >= 9
  UNION ALL SELECT owner_id, phone, 'withdrawal' FROM payout WHERE state <> 'cancelled'
  UNION ALL SELECT t.owner_id, i.phone, 'top_up' FROM topup t CROSS JOIN LATERAL (
      SELECT phone FROM payment_intent WHERE id = t.intent_id AND state = 'credited' AND phone <> '' OFFSET 0) i
  UNION ALL SELECT s.dancer_id, i.phone, 'subscription' FROM subscription s
    JOIN subscription_payment p ON p.subscription_id = s.id CROSS JOIN LATERAL (
      SELECT phone FROM payment_intent WHERE id = p.intent_id AND state = 'credited' AND phone <> '' OFFSET 0) i;
