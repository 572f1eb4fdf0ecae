// docs/api.md, Videos: who may submit what, and what each refusal says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, firstRow } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import {
  addTrack,
  assign,
  newYoutubeId,
  readyDancer,
  readyMusician,
  setKyc,
  submit,
  submitted,
} from '#tests/support/submissions.ts'

let month: Month
beforeAll(async () => {
  month = await openMonth()
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

const videoRow = (id: string) =>
  firstRow<Record<string, unknown>>(
    db(),
    `SELECT kind, title, dancer_id, track_id, challenge_id, assignment_id IS NOT NULL AS assigned, youtube_url,
      youtube_video_id, status, metadata, vote_code FROM video WHERE id = $1`,
    [id],
  )

const linkUnknown =
  'We don’t know this kind of YouTube link. Copy one like youtube.com/watch?v=…, youtube.com/shorts/…, youtube.com/embed/… or youtu.be/….'

describe('a dancer', () => {
  test('submits a video for an assigned track; it waits for review and has a code to vote by', async () => {
    const dancer = await readyDancer(month)
    const youtubeId = newYoutubeId()
    const id = await submitted(dancer, {
      youtube_url: `  https://m.youtube.com/shorts/${youtubeId}?si=tracked `,
      title: ' Kayole nights ',
    })
    expect(await videoRow(id)).toEqual({
      kind: 'entry',
      title: 'Kayole nights',
      dancer_id: dancer.id,
      track_id: dancer.trackIds[0],
      challenge_id: month.id,
      assigned: true,
      youtube_url: `https://www.youtube.com/watch?v=${youtubeId}`,
      youtube_video_id: youtubeId,
      status: 'pending_review',
      metadata: 'pending',
      vote_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{6}$/),
    })
  })

  test('keeps no title of which nothing can be seen, and every sign of one that people see', async () => {
    for (const [title, kept] of [
      [' \u200b\u3164 ', ''],
      ['Moto 👩🏾‍🎤❤️', 'Moto 👩🏾‍🎤❤️'],
    ]) {
      const dancer = await readyDancer(month, { tracks: 1 })
      expect(await videoRow(await submitted(dancer, { title }))).toMatchObject({ title: kept })
    }
  })

  test.each([
    ['', 'empty'],
    ['   ', 'blank'],
    ['https://vimeo.com/123', 'of another site'],
    ['https://www.youtube.com/@dancer', 'of a channel'],
    ['not an address', 'no address'],
    ['https://www.youtube.com/embed/videoseries?list=PL1', 'of a list'],
  ])('is asked for a YouTube URL where "%s" is %s', async (url) => {
    const dancer = await readyDancer(month, { tracks: 1 })
    await expectAnswer(await submit(dancer, { youtube_url: url }), 400, {
      errors: { youtube_url: [url.trim() ? linkUnknown : 'Please enter a YouTube URL for this track'] },
      code: 'invalid',
    })
  })

  test('names the track by its id', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    await expectAnswer(await submit(dancer, { track_id: '' }), 400, {
      errors: { track_id: ['This field is required.'] },
      code: 'invalid',
    })
    await expectAnswer(await submit(dancer, { track_id: 'track-1' }), 400, {
      errors: { track_id: ['Must be a valid UUID.'] },
      code: 'invalid',
    })
  })

  test.each(['not_submitted', 'pending', 'under_review', 'rejected'])(
    'needs KYC approved, not %s',
    async (kyc) => {
      const dancer = await readyDancer(month, { kyc, tracks: 1 })
      await expectAnswer(await submit(dancer), 403, {
        error: 'KYC approval is required.',
        code: 'kyc_required',
      })
    },
  )

  test.each([null, 'pending', 'failed'] as const)(
    'needs a paid subscription, not %s',
    async (subscription) => {
      const dancer = await readyDancer(month, { subscription, tracks: 1 })
      await expectAnswer(await submit(dancer), 403, {
        error: 'You must subscribe to the current challenge before submitting videos.',
        code: 'not_subscribed',
      })
    },
  )

  test('needs an assignment of that track in the current challenge', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const refusal = {
      error: 'This track isn’t assigned to you in the current challenge.',
      code: 'track_not_assigned',
    }
    const others = await readyDancer(month, { tracks: 1 })
    await expectAnswer(await submit(dancer, { track_id: others.trackIds[0] }), 403, refusal)
    await expectAnswer(await submit(dancer, { track_id: month.id }), 403, refusal)
    const past = await openMonth()
    await changeMonth(past, { phase: 'closed' })
    const oldTrack = await addTrack((await readyMusician()).id)
    await assign(past, dancer.id, oldTrack)
    await expectAnswer(await submit(dancer, { track_id: oldTrack }), 403, refusal)
  })

  test('has one video for each track until it is rejected, then may send another', async () => {
    const dancer = await readyDancer(month, { tracks: 2 })
    const refusal = { error: 'You have already submitted a video for this track.', code: 'already_submitted' }
    const first = await submitted(dancer)
    await expectAnswer(await submit(dancer), 409, refusal)
    await submitted(dancer, { track_id: dancer.trackIds[1] })
    await changeVideo({ id: first }, { status: 'rejected' })
    await submitted(dancer)
    await expectAnswer(await submit(dancer), 409, refusal)
  })

  test('who presses twice at once submits once', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(dancer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('cannot submit once the month takes no more', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const refusal = { error: 'Submissions for this challenge are closed.', code: 'submissions_closed' }
    await changeMonth(month, { submissions_end_at: new Date(Date.now() - 1_000) })
    await expectAnswer(await submit(dancer), 409, refusal)
    await changeMonth(month, { submissions_end_at: new Date(Date.now() + 86_400_000), phase: 'tallying' })
    await expectAnswer(await submit(dancer), 409, refusal)
    await changeMonth(month, { phase: 'closed' })
    await expectAnswer(await submit(dancer), 404, {
      error: 'There is no challenge running right now.',
      code: 'no_challenge',
    })
    await changeMonth(month, { phase: 'voting' })
    await submitted(dancer)
  })
})

describe('a YouTube video', () => {
  const refusal = {
    error: 'This YouTube video has already been submitted to this challenge.',
    code: 'youtube_video_taken',
  }

  test('is taken once in a challenge, whatever form its address has', async () => {
    const [first, second] = [await readyDancer(month, { tracks: 1 }), await readyDancer(month, { tracks: 1 })]
    const id = newYoutubeId()
    const video = await submitted(first, { youtube_url: `https://youtu.be/${id}` })
    await expectAnswer(
      await submit(second, { youtube_url: `https://www.youtube.com/embed/${id}` }),
      409,
      refusal,
    )
    // What was rejected is in nobody's way, the dancer's own second try included.
    await changeVideo({ id: video }, { status: 'rejected' })
    await submitted(first, { youtube_url: `https://youtu.be/${id}` })
  })

  test('sent by many at once is taken from one', async () => {
    const dancers = await Promise.all(Array.from({ length: 5 }, () => readyDancer(month, { tracks: 1 })))
    const youtube_url = `https://youtu.be/${newYoutubeId()}`
    const answers = await Promise.all(dancers.map((dancer) => submit(dancer, { youtube_url })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('a musician', () => {
  test('submits an official video of a track of their own', async () => {
    const musician = await readyMusician()
    const id = await submitted(musician)
    expect(await videoRow(id)).toMatchObject({
      kind: 'official',
      dancer_id: musician.id,
      assigned: false,
      status: 'pending_review',
    })
  })

  test.each([
    [{ track_id: '' }, ['track_id']],
    [{ youtube_url: ' ' }, ['youtube_url']],
    [{ track_id: '', youtube_url: '' }, ['track_id', 'youtube_url']],
  ])('is told that both fields are required: %o', async (sent, fields) => {
    const sentences = ['Track ID and YouTube URL are required']
    await expectAnswer(await submit(await readyMusician(), sent), 400, {
      errors: Object.fromEntries(fields.map((field) => [field, sentences])),
      code: 'invalid',
    })
  })

  test('needs KYC, and a track that is approved and theirs', async () => {
    const musician = await readyMusician({ kyc: 'under_review' })
    await expectAnswer(await submit(musician), 403, { error: 'KYC required', code: 'kyc_required' })
    await setKyc(musician.id, 'approved')
    const other = await readyMusician()
    await expectAnswer(await submit(musician, { track_id: other.trackIds[0] }), 403, {
      error: 'You can only submit videos for your own tracks.',
      code: 'track_not_yours',
    })
    await expectAnswer(await submit(await readyMusician({ track: 'pending' })), 409, {
      error: 'Only an approved track can have a video.',
      code: 'track_not_approved',
    })
    await expectAnswer(await submit(musician, { youtube_url: 'https://vimeo.com/1' }), 400, {
      errors: { youtube_url: [linkUnknown] },
      code: 'invalid',
    })
  })
})

test('nobody else submits videos', async () => {
  const { access, user } = await signInAs('compliance_officer')
  const answer = await submit({ id: user.id, access, trackIds: [month.id] })
  expect(answer.status).toBe(403)
})
