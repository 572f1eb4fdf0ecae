// A person's export has every column of the tables about them, except those that are listed here with the reason.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { exportSections } from '#lib/domain/profiles/export-sections.ts'

/** The table of each section about one table. */
const tables = {
  account: 'app_user',
  profile: 'profile',
  kyc_documents: 'kyc_document',
  kyc_decisions: 'kyc_review',
  sessions: 'session',
  uploads: 'upload_session',
  tracks: 'track',
  videos: 'video',
  subscriptions: 'subscription',
  track_assignments: 'track_assignment',
  results: 'challenge_result',
  royalty_statements: 'royalty_statement',
  royalty_lines: 'royalty_line',
  comments: 'comment',
  comment_reports: 'comment_report',
  withdrawals: 'payout',
  letters: 'desk_letter',
  sent_mails: 'sent_mail',
  notifications: 'notification',
  notification_choices: 'notification_choice',
  push_devices: 'push_subscription',
}

/** Columns that are not exported, by reason; `table.column` where others of that name are. */
const leftOut = {
  'the person who exports, or a row that has no other use of its number':
    'id user_id owner_id dancer_id musician_id author_id reporter_id account_id session_id',
  'exported by its title or address':
    'track_id challenge_id assignment_id video_id youtube_video_id thumbnail_url duration_seconds',
  'officers stay anonymous to the people they review':
    'officer_id reviewed_by deleted_by dismissed_by dismissed_at written_by internal_note',
  'a secret': 'password_hash p256dh auth',
  'made from another column': 'username_look display_name_look comment_count votes_reached_at',
  'shown to the person, who cannot export a closed account': 'is_active app_user.deleted_at',
  'said by mail and in the wallet': 'withdrawals_frozen_at withdrawals_frozen_why',
  'where and how a file is stored': 'object_key stored_key checked_at problem metadata',
  'a step of our work':
    'upload_session.expires_at completed_at trace_context second_factor_at seed is_held approve_after refusals tries tried_since ' +
    'attempt_id conversation_id result_code next_check_at approved_at submitted_at occasion mail_due_at push_due_at',
}
const listed = Object.values(leftOut).flatMap((columns) => columns.split(' '))

async function columnsOf(table: string): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db(),
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
    [table],
  )
  return found.map(({ name }) => name)
}

test('each column of a person is exported, or is left out with a reason that is still needed', async () => {
  const unexplained: string[] = []
  const seen = new Set<string>()
  for (const [section, table] of Object.entries(tables)) {
    const select = exportSections[section]?.(kysely(db()), newId())
    if (!select) throw new Error(`There is no section ${section}.`)
    const [exported = ''] = sql`${select}`.compile(kysely(db())).sql.split(` from "${table}"`)
    for (const column of await columnsOf(table)) {
      if (exported.includes(`"${column}"`)) continue
      const reason = listed.find((one) => one === column || one === `${table}.${column}`)
      if (reason) seen.add(reason)
      else unexplained.push(`${table}.${column}`)
    }
  }
  expect(unexplained).toEqual([])
  expect(listed.filter((one) => !seen.has(one))).toEqual([])
})
