/** What is held about a person ($1), section by section. Amounts in shillings. Written for the person: nothing that others wrote for themselves. */
export const exportSections: Readonly<Record<string, string>> = {
  account: `SELECT id, username, email, first_name, last_name, role, phone_number, phone_changed_at, locale,
      is_email_verified, created_at, last_active_at FROM app_user WHERE id = $1`,
  profile: `SELECT display_name, bio, location, social_links, avatar_url, kyc_status, kyc_rejection_reason,
      kyc_field_reasons, kyc_submitted_at, kyc_reviewed_at FROM profile WHERE user_id = $1`,
  kyc_documents: `SELECT document_type, file_name, file_size, mime_type, uploaded_at FROM kyc_document
      WHERE user_id = $1 ORDER BY document_type`,
  kyc_decisions: `SELECT action, reason, field_reasons, created_at FROM kyc_review
      WHERE user_id = $1 ORDER BY created_at`,
  sessions: `SELECT user_agent, created_at, expires_at, revoked_at, revoked_reason FROM session
      WHERE user_id = $1 ORDER BY created_at`,
  uploads: `SELECT kind, file_name, file_size, mime_type, details, status, created_at FROM upload_session
      WHERE user_id = $1 ORDER BY created_at`,
  tracks: `SELECT id, title, artist, genre, description, tags, status, file_size, duration_seconds, review_comments,
      created_at, reviewed_at, retired_at FROM track WHERE musician_id = $1 ORDER BY created_at`,
  videos: `SELECT v.id, v.kind, v.title, v.description, t.title AS track, c.title AS challenge, v.youtube_url,
      v.video_file_url, v.status, v.rejection_reason, v.vote_count, v.view_count, v.upload_date
      FROM video v JOIN track t ON t.id = v.track_id JOIN challenge c ON c.id = v.challenge_id
      WHERE v.dancer_id = $1 ORDER BY v.upload_date`,
  subscriptions: `SELECT c.title AS challenge, s.status, s.amount / 100.0 AS amount, s.is_launch, s.created_at, s.paid_at
      FROM subscription s JOIN challenge c ON c.id = s.challenge_id WHERE s.dancer_id = $1 ORDER BY s.created_at`,
  subscription_payments: `SELECT i.state, i.amount / 100.0 AS amount, i.phone, i.created_at, i.paid_at,
      (SELECT r.receipt FROM mpesa_receipt r WHERE r.intent_id = i.id LIMIT 1) AS receipt
      FROM subscription_payment p JOIN subscription s ON s.id = p.subscription_id
      JOIN payment_intent i ON i.id = p.intent_id WHERE s.dancer_id = $1 ORDER BY i.created_at`,
  track_assignments: `SELECT c.title AS challenge, t.title AS track, a.status, a.assigned_at
      FROM track_assignment a JOIN challenge c ON c.id = a.challenge_id JOIN track t ON t.id = a.track_id
      WHERE a.dancer_id = $1 ORDER BY a.assigned_at`,
  results: `SELECT c.title AS challenge, r.rank, r.vote_count, r.prize / 100.0 AS prize
      FROM challenge_result r JOIN challenge c ON c.id = r.challenge_id WHERE r.dancer_id = $1 ORDER BY c.month`,
  comments: `SELECT id, video_id, text, created_at, deleted_at FROM comment WHERE author_id = $1 ORDER BY created_at`,
  comment_reports: `SELECT comment_id, reason, created_at FROM comment_report WHERE reporter_id = $1 ORDER BY created_at`,
  wallet: `SELECT id, kind, posted / 100.0 AS balance, held / 100.0 AS held FROM account WHERE owner_id = $1`,
  wallet_transactions: `SELECT j.id, j.type, e.amount / 100.0 AS amount, e.balance_after / 100.0 AS balance_after,
      j.occurred_at FROM entry e JOIN account a ON a.id = e.account_id JOIN journal j ON j.id = e.journal_id
      WHERE a.owner_id = $1 ORDER BY j.id`,
  topups: `SELECT i.state, i.amount / 100.0 AS amount, i.phone, i.created_at, i.paid_at,
      (SELECT r.receipt FROM mpesa_receipt r WHERE r.intent_id = i.id LIMIT 1) AS receipt
      FROM topup t JOIN payment_intent i ON i.id = t.intent_id WHERE t.owner_id = $1 ORDER BY i.created_at`,
  withdrawals: `SELECT reference, state, amount / 100.0 AS amount, phone, description, receipt, created_at, paid_at, closed_at
      FROM payout WHERE owner_id = $1 ORDER BY created_at`,
  activity: `SELECT at, action, subject_type, subject_id, address FROM audit_event WHERE actor_id = $1 ORDER BY at`,
}
