// What a musician has that a dancer has not, and what officers did about them.
import { afterAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { newForm } from '#tests/support/kyc.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask, handInKyc } from '#tests/support/review.ts'
import { addTrack } from '#tests/support/tracks.ts'

afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

/** What musicians have to say besides. */
const rights = {
  ipi_number: '00014107338',
  publisher_name: 'Kayole Music',
  society: 'MCSK',
  pro_affiliation: 'PRISK',
}

/** What somebody earned in a month, with a track of theirs. */
async function addStatement(month: Month, musicianId: string): Promise<void> {
  const [id, trackId] = [newId(), await addTrack(musicianId)]
  await rows(
    db(),
    `INSERT INTO royalty_statement (id, challenge_id, musician_id, pool, videos, all_videos, royalty, votes, vote_earnings)
     VALUES ($1, $2, $3, 30000, 1, 2, 15050, 4, 1200)`,
    [id, month.id, musicianId],
  )
  await rows(
    db(),
    `INSERT INTO royalty_line (statement_id, track_id, videos, royalty, votes, vote_earnings)
     VALUES ($1, $2, 1, 15050, 4, 1200)`,
    [id, trackId],
  )
}

test('a musician reads what they earned, that their identity was looked at, and why a comment went', async () => {
  const month = await openMonth()
  const video = await addVideo(month)
  const [musician, other, officer] = [
    await handInKyc({ ...newForm(), ...rights }, 'copyright_owner'),
    await signInAs('copyright_owner'),
    await signInAs('compliance_officer'),
  ]
  for (const { user } of [musician, other]) await addStatement(month, user.id)
  await rows(
    db(),
    `INSERT INTO comment (id, video_id, author_id, text, deleted_at, deleted_by, removal_reason)
     VALUES ($1, $2, $3, 'Go home', now(), $4, 'It insults somebody.')`,
    [newId(), video.id, musician.user.id, officer.user.id],
  )
  const params = { id: musician.user.id }
  expect(
    (await ask(contract.compliance.kycSubmission, officer, { params, address: '10.1.2.3' })).status,
  ).toBe(200)

  const { body } = await ask(contract.profiles.export, musician)
  const earned = { royalty: 150.5, videos: 1, votes: 4, vote_earnings: 12 }
  expect(body).toMatchObject({
    royalty_statements: [{ ...earned, challenge: 'The month', tax: 0, pool: 300, all_videos: 2 }],
    royalty_lines: [{ ...earned, track: 'A song' }],
    comments: [{ text: 'Go home', removal_reason: 'It insults somebody.' }],
    kyc_views: ['kyc.viewed', ...Array<string>(3).fill('kyc.document_viewed')].map((action) => ({
      at: expect.any(String),
      action,
    })),
  })
  for (const secret of [officer.user.id, officer.user.username, '10.1.2.3', other.user.id])
    expect(JSON.stringify(body)).not.toContain(secret)
})
