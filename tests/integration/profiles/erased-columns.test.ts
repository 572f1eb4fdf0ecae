// What erasure takes of each table that holds something about a person, and what it leaves: docs/retention.md says the same, with why.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { newId } from '#lib/core/ids.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { closeAccount } from '#lib/domain/profiles/delete-account.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { prepareKyc } from '#tests/support/kyc.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'

afterAll(() => closeStorage())
setUpMoney()

const goes = 'goes'
const stays = 'stays'
/** Of a table whose rows go, or the fate of each of its columns: the types miss one that is new. */
type Fates<Table extends keyof DB> = 'rows go' | Readonly<Record<keyof DB[Table], typeof goes | typeof stays>>

/** The tables that hold who somebody is, and what they have written or put in. */
const fates = {
  app_user: {
    id: stays,
    username: goes,
    usernameLook: goes,
    email: goes,
    passwordHash: goes,
    firstName: goes,
    lastName: goes,
    role: stays,
    phoneNumber: goes,
    locale: stays,
    isActive: goes,
    isEmailVerified: goes,
    lastActiveAt: stays,
    phoneChangedAt: goes,
    withdrawalsFrozenAt: stays,
    withdrawalsFrozenWhy: goes,
    deletedAt: stays,
    createdAt: stays,
  } satisfies Fates<'appUser'>,
  profile: {
    userId: stays,
    displayName: goes,
    displayNameLook: goes,
    bio: goes,
    location: goes,
    county: goes,
    socialLinks: goes,
    avatarUrl: goes,
    kycStatus: goes,
    kycRejectionReason: goes,
    kycFieldReasons: goes,
    kycSubmittedAt: goes,
    kycReviewedAt: goes,
  } satisfies Fates<'profile'>,
  kyc_record: 'rows go' satisfies Fates<'kycRecord'>,
  kyc_document: 'rows go' satisfies Fates<'kycDocument'>,
  kyc_review: {
    id: stays,
    userId: stays,
    officerId: stays,
    action: stays,
    reason: goes,
    fieldReasons: goes,
    internalNote: goes,
    createdAt: stays,
  } satisfies Fates<'kycReview'>,
  session: {
    id: stays,
    userId: stays,
    userAgent: goes,
    createdAt: stays,
    expiresAt: stays,
    revokedAt: stays,
    revokedReason: stays,
    secondFactorAt: stays,
  } satisfies Fates<'session'>,
  identity_revocation: {
    id: stays,
    userId: stays,
    state: stays,
    reason: goes,
    proposedBy: stays,
    proposedAt: stays,
    decidedBy: stays,
    decidedAt: stays,
  } satisfies Fates<'identityRevocation'>,
  desk_letter: 'rows go' satisfies Fates<'deskLetter'>,
  sent_mail: 'rows go' satisfies Fates<'sentMail'>,
  mailed_link: 'rows go' satisfies Fates<'mailedLink'>,
  notification: 'rows go' satisfies Fates<'notification'>,
  notification_choice: 'rows go' satisfies Fates<'notificationChoice'>,
  push_subscription: 'rows go' satisfies Fates<'pushSubscription'>,
  upload_session: {
    id: stays,
    userId: stays,
    kind: stays,
    status: stays,
    objectKey: stays,
    storedKey: stays,
    fileName: goes,
    fileSize: stays,
    mimeType: stays,
    details: goes,
    createdAt: stays,
    expiresAt: stays,
    completedAt: stays,
    traceContext: stays,
  } satisfies Fates<'uploadSession'>,
  comment: {
    id: stays,
    videoId: stays,
    authorId: stays,
    text: goes,
    createdAt: stays,
    deletedAt: stays,
    deletedBy: stays,
    removalReason: stays,
  } satisfies Fates<'comment'>,
  comment_report: {
    commentId: stays,
    reporterId: stays,
    reason: goes,
    createdAt: stays,
    dismissedAt: stays,
    dismissedBy: stays,
  } satisfies Fates<'commentReport'>,
  track: {
    id: stays,
    musicianId: stays,
    title: stays,
    artist: goes,
    genre: stays,
    description: goes,
    tags: goes,
    status: stays,
    objectKey: stays,
    fileSize: stays,
    durationSeconds: stays,
    reviewComments: stays,
    createdAt: stays,
    reviewedAt: stays,
    reviewedBy: stays,
    retiredAt: stays,
  } satisfies Fates<'track'>,
} as const

/** Tables that name a person by their id alone, or with what the books and the record need: nothing in them goes. */
const kept = [
  'account',
  'audit_event',
  'challenge_result',
  'payout',
  'royalty_statement',
  'subscription',
  'told_rank',
  'topup',
  'track_assignment',
  'video',
]

/** Tables about people of the desk, whose accounts are not closed. */
const ofTheDesk = [
  'cash_journal',
  'dispute',
  'dispute_note',
  'fraud_signal',
  'fund_transfer',
  'held_decision',
  'payout_alert',
  'payout_approval',
  'recovery_code',
  'report_recipient',
  'resolution',
  'review_claim',
  'second_factor',
  'second_factor_reset',
  'setting_proposal',
  'signal_action',
  'staff_invitation',
]

/** Tables without a person's id: phones and addresses of payers and visitors, and people before they have an account. */
const ofNobody = [
  'callback_inbox',
  'daraja_request',
  'gift',
  'mpesa_receipt',
  'mpesa_reversal',
  'payment_intent',
  'pending_registration',
  'refund',
  'result_follower',
]

const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/retention.md'), 'utf8')

/** The cells of a table's line in docs/retention.md, below What erasure takes. */
function lineOf(table: string): string[] {
  const section = document.split('## What erasure takes')[1] ?? ''
  const line = section.split('\n').find((one) => one.startsWith(`| \`${table}\``)) ?? ''
  return line.split('|').map((cell) => cell.trim())
}

const named = (cell = '') => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name).sort()
const columnsOf = (fate: Readonly<Record<string, string>>, wanted: string) =>
  Object.keys(fate)
    .filter((column) => fate[column] === wanted)
    .map((column) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .sort()

test.each(Object.entries(fates))('docs/retention.md says what goes of %s', (table, fate) => {
  const [, , gone, left] = lineOf(table)
  if (fate === 'rows go') expect(gone).toMatch(/^the rows/)
  else expect([named(gone), named(left)]).toEqual([columnsOf(fate, goes), columnsOf(fate, stays)])
})

test.each(kept)('docs/retention.md says why %s stays', (table) => {
  const [, , gone, left] = lineOf(table)
  expect(gone).toBe('nothing')
  expect(left).not.toBe('')
})

test('no other table has something about a person', async () => {
  const found = await rows<{ name: string }>(
    db(),
    `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND (
       a.atttypid <> 'bool'::regtype
         AND a.attname ~ '(email|phone|username|first_name|last_name|display_name|user_agent|address)'
       OR a.attname IN ('owner_id', 'actor_id')
       OR EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.confrelid = 'app_user'::regclass
         AND a.attnum = ANY (f.conkey)))`,
  )
  const listed = [...Object.keys(fates), ...kept, ...ofTheDesk, ...ofNobody]
  expect(found.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
})

/** Which column names the person. */
const owners: Readonly<Record<string, string>> = {
  app_user: 'id',
  comment: 'author_id',
  comment_report: 'reporter_id',
  track: 'musician_id',
}
const rowsOf = (table: string, id: string) =>
  rows<{ row: Record<string, unknown> }>(
    db(),
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${owners[table] ?? 'user_id'} = $1`,
    [id],
  )

test('erasure takes from every column what it says', async () => {
  const leaver = await signInAs('copyright_owner')
  const { id, username } = leaver.user
  await prepareKyc(leaver)
  const officer = await createPerson('compliance_officer')
  const month = await openMonth()
  const video = await addVideo(month, { musicianId: id })
  await changeMonth(month, { phase: 'closed' })
  const [commented] = await rows<{ id: string }>(
    db(),
    'INSERT INTO comment (id, video_id, author_id, text) VALUES ($1, $2, $3, $4) RETURNING id',
    [newId(), video.id, id, 'Twende!'],
  )
  const given = [id, now()]
  await rows(
    db(),
    `UPDATE app_user SET username_look = 'shiru', phone_number = '254712345678', phone_changed_at = $2, first_name = 'Amina',
       last_name = 'Odhiambo', is_email_verified = true, withdrawals_frozen_at = $2, withdrawals_frozen_why = 'w' WHERE id = $1`,
    given,
  )
  await rows(
    db(),
    `UPDATE profile SET display_name_look = 'shiru', bio = 'b', location = 'Thika', county = 'Kiambu', social_links = '{"tiktok": "@s"}',
       avatar_url = '/media/avatars/x', kyc_status = 'rejected', kyc_rejection_reason = 'r', kyc_field_reasons = '{"city": "?"}',
       kyc_submitted_at = $2, kyc_reviewed_at = $2 WHERE user_id = $1`,
    given,
  )
  await rows(
    db(),
    `INSERT INTO kyc_review (user_id, officer_id, action, reason, field_reasons, internal_note)
     VALUES ($1, $2, 'reject', 'r', '{"city": "?"}', 'n')`,
    [id, officer.id],
  )
  await rows(
    db(),
    `INSERT INTO identity_revocation (id, user_id, reason, state, proposed_by, proposed_at, decided_by, decided_at)
     VALUES ($1, $2, 'r', 'confirmed', $3, $4, $3, $4)`,
    [newId(), id, officer.id, now()],
  )
  await rows(
    db(),
    `INSERT INTO desk_letter (id, user_id, topic, text, written_by, created_at) VALUES ($1, $2, 'account', 't', $3, $4)`,
    [newId(), id, officer.id, now()],
  )
  await rows(db(), `INSERT INTO sent_mail VALUES ($1, $2, 'letter_account', false, $3)`, [newId(), id, now()])
  await rows(db(), `UPDATE track SET artist = $2, description = 'd', tags = '{t}' WHERE musician_id = $1`, [
    id,
    username,
  ])
  await rows(db(), 'INSERT INTO comment_report (comment_id, reporter_id, reason) VALUES ($1, $2, $3)', [
    commented?.id,
    id,
    'spam',
  ])
  await rows(
    db(),
    `UPDATE upload_session SET file_name = 'me.png', details = '{"title": "x"}' WHERE user_id = $1`,
    [id],
  )

  const before = new Map<string, Record<string, unknown> | undefined>()
  for (const table of Object.keys(fates)) before.set(table, (await rowsOf(table, id))[0]?.row)
  await closeAccount({ leaver: leaver.user, givenUp: undefined, isTold: true, record: { actor: null } })

  for (const [table, fate] of Object.entries(fates)) {
    const left = await rowsOf(table, id)
    if (fate === 'rows go') {
      expect(left, table).toEqual([])
      continue
    }
    const was = before.get(table)
    expect(was, `${table} has a row before`).toBeDefined()
    const same = columnsOf(fate, goes).filter(
      (column) => JSON.stringify(left[0]?.row[column]) === JSON.stringify(was?.[column]),
    )
    expect(same, `columns of ${table} that are as they were`).toEqual([])
  }
})
