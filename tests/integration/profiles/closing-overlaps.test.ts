// Nothing of a person is written once their account is closed: neither by a write that had begun before, nor by one that
// comes while a process still trusts the session (docs/decisions/0016).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { Actor, SignedIn } from '#lib/domain/accounts/schema.ts'
import { assignTracksToAll } from '#lib/domain/assignments/commands.ts'
import { addComment, reportComment } from '#lib/domain/comments/commands.ts'
import { submitKyc } from '#lib/domain/kyc/commands.ts'
import { completeDocumentUpload, openDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { choose } from '#lib/domain/notifications/commands.ts'
import { completeAvatarUpload } from '#lib/domain/profiles/avatar.ts'
import { updateProfile } from '#lib/domain/profiles/commands.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { askForSubscription } from '#lib/domain/subscriptions/commands.ts'
import { openUpload } from '#lib/domain/uploads/commands.ts'
import { submitVideo } from '#lib/domain/videos/submit-video.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { makeFile, putFile } from '#tests/support/files.ts'
import { prepareKyc } from '#tests/support/kyc.ts'
import { newPhone } from '#tests/support/money.ts'
import { actorOf, overlapped } from '#tests/support/overlaps.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { addTrack, newYoutubeId, readyDancer, setKyc } from '#tests/support/submissions.ts'

let month: Month
beforeAll(async () => {
  month = await openMonth()
})
afterAll(async () => {
  closeStorage()
  await Promise.all([closeQueues(), closeRedis(), closeDb()])
})

const address = '10.1.1.1'
const close = (actor: Actor) => deleteAccount({ actor, password, address })
const untilOnRecord = { text: 'LOCK TABLE audit_event IN SHARE MODE' }
const signedOut = { name: 'UnauthenticatedError', code: 'token_not_valid' }

/** What is stored about somebody: each write of these tests brings the word Kayole, or a state. */
async function storedOf(userId: string): Promise<string> {
  const row = await firstRow<{ everything: string }>(
    db(),
    `SELECT concat(to_jsonb(u), to_jsonb(p), (SELECT jsonb_agg(to_jsonb(k)) FROM kyc_record k WHERE user_id = u.id),
       (SELECT jsonb_agg(to_jsonb(d)) FROM kyc_document d WHERE user_id = u.id),
       (SELECT jsonb_agg(to_jsonb(s)) FROM upload_session s WHERE user_id = u.id),
       (SELECT jsonb_agg(to_jsonb(c)) FROM comment c WHERE author_id = u.id),
       (SELECT jsonb_agg(to_jsonb(r)) FROM comment_report r WHERE reporter_id = u.id),
       (SELECT jsonb_agg(to_jsonb(v)) FROM video v WHERE dancer_id = u.id)) AS everything
     FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
  )
  return row?.everything ?? ''
}

type Writing = { person: SignedIn; actor: Actor }
const dancer = () => signInAs('dancer')
const picture = makeFile('image/png')
const document = {
  document_type: 'id_front',
  file_name: 'Kayole.png',
  file_size: picture.byteLength,
  mime_type: 'image/png',
} as const

describe.each<
  [what: string, person: () => Promise<SignedIn>, prepare: (by: Writing) => Promise<() => Promise<unknown>>]
>([
  [
    'a profile',
    dancer,
    async ({ actor }) => {
      const change = { bio: 'Of Kayole.', display_name: `Kayole ${actor.id}`, phone_number: '0712345678' }
      return () => updateProfile(actor, change)
    },
  ],
  [
    'a KYC form',
    dancer,
    async ({ actor }) =>
      () =>
        updateProfile(actor, { city: 'Kayole' }),
  ],
  [
    'a KYC that is handed in',
    dancer,
    async ({ person, actor }) => {
      await prepareKyc(person)
      return () => submitKyc(actor)
    },
  ],
  [
    'the upload of a document',
    dancer,
    async ({ actor }) =>
      () =>
        openDocumentUpload(actor.id, document),
  ],
  [
    'a document',
    dancer,
    async ({ actor }) => {
      const opened = await openDocumentUpload(actor.id, document)
      await putFile(opened.uploadUrl, picture, document.mime_type)
      return () => completeDocumentUpload(actor.id, opened.sessionId)
    },
  ],
  [
    'a picture',
    dancer,
    async ({ actor }) => {
      const opened = await openUpload({
        ownerId: actor.id,
        kind: 'avatar',
        fileName: 'Kayole.png',
        fileSize: picture.byteLength,
        mimeType: 'image/png',
      })
      await putFile(opened.uploadUrl, picture, 'image/png')
      return () => completeAvatarUpload(actor.id, opened.sessionId)
    },
  ],
  [
    'a comment',
    dancer,
    async ({ actor: author }) => {
      const { id: videoId } = await addVideo(month)
      return () => addComment({ videoId, author, text: 'Twende Kayole!' })
    },
  ],
  [
    'a report of a comment',
    dancer,
    async ({ actor }) => {
      const { id: videoId } = await addVideo(month)
      const author = await actorOf(await dancer())
      const { id: commentId } = await addComment({ videoId, author, text: 'Twende!' })
      return () => reportComment({ videoId, commentId }, actor, 'He shouts at Kayole.')
    },
  ],
  [
    'a video',
    () => signInAs('copyright_owner'),
    async ({ actor }) => {
      await setKyc(actor.id, 'approved')
      const trackId = await addTrack(actor.id)
      const youtubeUrl = `https://youtu.be/${newYoutubeId()}`
      return () => submitVideo({ trackId, youtubeUrl, title: 'Kayole', description: '' }, actor)
    },
  ],
  [
    'a subscription',
    dancer,
    async ({ actor }) => {
      await setKyc(actor.id, 'approved')
      const order = { challengeId: month.id, dancerId: actor.id, isRetry: false, phone: newPhone() }
      return () => askForSubscription(order)
    },
  ],
  [
    'a choice of notifications',
    dancer,
    async ({ actor }) =>
      () =>
        choose(actor, { kind: 'submission_closes', channel: 'mail', isOn: false }),
  ],
])('%s', (_what, signIn, prepare) => {
  test('is not written while the account is closed, nor afterwards', async () => {
    const person = await signIn()
    const actor = await actorOf(person)
    const write = await prepare({ person, actor })
    const { first, second } = await overlapped(untilOnRecord, () => close(actor), write)
    expect(first).toBeUndefined()
    expect(second).toMatchObject(signedOut)
    await expect(write()).rejects.toMatchObject(signedOut)
    const stored = await storedOf(actor.id)
    expect(stored).toContain(`${actor.id}@deleted.invalid`)
    expect(stored).not.toContain('Kayole')
    expect(stored).not.toContain('under_review')
  })
})

test('an account is closed once, however often that is asked for at once', async () => {
  const actor = await actorOf(await dancer())
  const { first, second } = await overlapped(
    untilOnRecord,
    () => close(actor),
    () => close(actor),
  )
  expect([first, second]).toEqual([undefined, expect.objectContaining(signedOut)])
  const record = await rows(db(), 'SELECT action FROM audit_event WHERE subject_id = $1', [actor.id])
  expect(record).toEqual([{ action: 'account.deleted' }])
})

test('no tracks are kept that are drawn for a dancer whose account is closed in this moment', async () => {
  await addTrack((await signInAs('copyright_owner')).user.id)
  const draw = () => assignTracksToAll(month.id)
  const joined = async () => actorOf(await readyDancer(month, { tracks: 0 }))
  const heldBy = ({ id }: Actor) =>
    rows(db(), `SELECT 1 FROM track_assignment WHERE dancer_id = $1 AND status <> 'cancelled'`, [id])
  const former = await joined()
  await overlapped(untilOnRecord, () => close(former), draw)
  expect(await heldBy(former)).toEqual([])
  const later = await joined()
  await overlapped({ text: 'LOCK TABLE notification IN SHARE MODE' }, draw, () => close(later))
  expect(await heldBy(later)).toEqual([])
})

test('a musician’s account is not closed where a draw has given out a track of theirs in this moment', async () => {
  const musician = await signInAs('copyright_owner')
  const actor = await actorOf(musician)
  // The only track there is: of more than three, a draw may leave it out.
  await db().query(`UPDATE track SET status = 'retired' WHERE status = 'approved'`)
  const trackId = await addTrack(actor.id)
  await readyDancer(month, { tracks: 0 })
  const { second } = await overlapped(
    { text: 'LOCK TABLE notification IN SHARE MODE' },
    () => assignTracksToAll(month.id),
    () => close(actor),
  )
  expect(second).toMatchObject({ name: 'RuleError', code: 'tracks_in_use', status: 409 })
  const track = await firstRow(db(), 'SELECT status::text FROM track WHERE id = $1', [trackId])
  expect(track).toEqual({ status: 'approved' })
})
