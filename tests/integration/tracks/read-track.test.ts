import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { say } from '#lib/core/sentence.ts'
import { closeStorage, deleteObject, headObject } from '#lib/core/storage.ts'
import { readTrack, sweepTracks } from '#lib/domain/tracks/read-track.ts'
import { startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { sendHeld } from '#tests/support/notifications.ts'
import { createPerson } from '#tests/support/people.ts'
import { id3Tag, infoFrame, mp3Of, noise, wavOf } from '#tests/support/sound-files.ts'
import { addTrack, addUnreadTrack, readTrackRow } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import { registry } from '#workers/registry.ts'

let musician: string
const ends: (() => Promise<void>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(async () => {
  ends.push(await startMailbox(), startConsumers())
  musician = (await createPerson('copyright_owner')).id
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const mp3 = mp3Of(3)
const gone = (at: Parameters<typeof headObject>[0]) =>
  until('the file is deleted', async () => (await headObject(at)) === null)

describe('an uploaded track', () => {
  test('that is an MP3 goes to the officers with its real length', async () => {
    const { id, at } = await addUnreadTrack(musician, mp3)
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({
      status: 'pending',
      duration_seconds: 3,
      review_comments: '',
    })
    expect(await headObject(at)).not.toBeNull()
  })

  test('has the genre that its tags name', async () => {
    const { id } = await addUnreadTrack(musician, Buffer.concat([id3Tag({ TCON: 'Benga' }), mp3]))
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({ status: 'pending', duration_seconds: 3, genre: 'Benga' })
  })

  test('has the genre that a tag behind a long sound names', async () => {
    const tag = Buffer.alloc(128)
    tag.write('TAG')
    // The eighth of the list of genres: jazz.
    tag[127] = 8
    const { id } = await addUnreadTrack(musician, Buffer.concat([mp3Of(60), tag]))
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({ status: 'pending', duration_seconds: 60, genre: 'Jazz' })
  })

  test('is told as long as it is, whatever its tags say', async () => {
    const lie = id3Tag({ TLEN: '600000' })
    const { id } = await addUnreadTrack(musician, Buffer.concat([lie, mp3]))
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({ duration_seconds: 3 })
  })

  const lengths: [string, Uint8Array, number][] = [
    ['cut in half', mp3Of(60).subarray(0, mp3Of(60).byteLength / 2), 30],
    ['cut in half behind a header of the whole', Buffer.concat([infoFrame(1_667), mp3Of(30)]), 30],
    ['joined of two', Buffer.concat([infoFrame(834), mp3Of(30), id3Tag({ TIT2: 'b' }), mp3Of(40)]), 70],
    ['joined of two with other bytes between', Buffer.concat([mp3Of(30), noise(900), mp3Of(40)]), 70],
    ['given another number of frames', Buffer.concat([infoFrame(0xc0_00_00_00), mp3]), 3],
    ['begun by 64 KB of other bytes', Buffer.concat([noise(64 * 1024), mp3]), 3],
    ['begun by a tag with other bytes behind it', Buffer.concat([id3Tag({}), noise(40_000), mp3]), 3],
    ['ended by a tag', Buffer.concat([mp3, Buffer.from('TAG'), Buffer.alloc(125)]), 3],
  ]
  test.each(lengths)('that was %s has the length of its sound', async (_what, file, seconds) => {
    const { id } = await addUnreadTrack(musician, file)
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({ status: 'pending', duration_seconds: seconds })
  })

  const lies: [string, Uint8Array][] = [
    ['a WAV', wavOf(1)],
    // Each four bytes look like a frame that no other follows.
    ['sound with false frames behind it', Buffer.concat([mp3, Buffer.alloc(500_000, 'fffb9004', 'hex')])],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'.repeat(50))],
    [
      'a tag with words behind it',
      Buffer.concat([id3Tag({ TIT2: 'Song' }), Buffer.from('words '.repeat(900))]),
    ],
    ['a tag with a WAV behind it', Buffer.concat([id3Tag({ TIT2: 'Song' }), wavOf(1)])],
    ['the first bytes of an MP3', mp3.subarray(0, 100)],
    [
      'one frame and then something else',
      Buffer.concat([mp3.subarray(0, 400), Buffer.from('no '.repeat(9_000))]),
    ],
    ['zeros', Buffer.alloc(5_000)],
    ['an MP3 behind more than 64 KB of other bytes', Buffer.concat([noise(66_000), mp3])],
    ['a header without frames behind it', Buffer.concat([infoFrame(9_000), noise(9_000)])],
  ]
  test.each(lies)(
    'that is %s inside is rejected with the reason, and its file deleted',
    async (_what, file) => {
      const { id, at } = await addUnreadTrack(musician, file)
      await readTrack(id)
      expect(await readTrackRow(id)).toMatchObject({
        status: 'rejected',
        duration_seconds: null,
        review_comments: say('unread.no_mp3').coded,
      })
      await gone(at)
    },
  )

  test('whose file is not there is rejected', async () => {
    const { id, at } = await addUnreadTrack(musician, mp3)
    await deleteObject(at)
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({
      status: 'rejected',
      review_comments: say('unread.missing').coded,
    })
  })

  test('is read once, however often and late the job comes', async () => {
    const { id } = await addUnreadTrack(musician, mp3)
    await Promise.all([readTrack(id), readTrack(id), readTrack(id)])
    expect(await readTrackRow(id)).toMatchObject({ status: 'pending' })
    await rows(db(), `UPDATE track SET status = 'approved' WHERE id = $1`, [id])
    await readTrack(id)
    expect(await readTrackRow(id)).toMatchObject({ status: 'approved' })
    await rows(db(), 'DELETE FROM track WHERE id = $1', [id])
    await readTrack(id)
  })

  test('mails its musician why it was rejected', async () => {
    const { id, email } = await createPerson('copyright_owner')
    const track = await addUnreadTrack(id, wavOf(1), { title: 'Usiku wa Manane' })
    await readTrack(track.id)
    await sendHeld()
    const mail = await untilMailed(email)
    expect(mail.text).toContain('Usiku wa Manane')
    expect(mail.text).toContain('This file isn’t an MP3')
  })
})

describe('the sweep', () => {
  test('has a track read whose job was lost', async () => {
    const late = addSeconds(now(), -6 * 60)
    const { id } = await addUnreadTrack(musician, mp3, { createdAt: late })
    expect(await sweepTracks()).toBe(1)
    await until('it is read', async () => (await readTrackRow(id))?.status === 'pending')
  })

  test('leaves those alone that were uploaded just now', async () => {
    const { id } = await addUnreadTrack(musician, mp3)
    expect(await sweepTracks()).toBe(0)
    expect(await readTrackRow(id)).toMatchObject({ status: 'processing' })
    await rows(db(), 'DELETE FROM track WHERE id = $1', [id])
  })

  test('gives up what could not be read for a day', async () => {
    const id = await addTrack(musician, {
      status: 'processing',
      seconds: null,
      createdAt: addSeconds(now(), -25 * 60 * 60),
    })
    expect(await sweepTracks()).toBe(1)
    expect(await readTrackRow(id)).toMatchObject({
      status: 'rejected',
      review_comments: say('unread.unreadable').coded,
    })
  })

  test('is a job that the worker knows', () => {
    expect(registry.map(({ job }) => job.name)).toEqual(
      expect.arrayContaining(['sweep-tracks', 'read-track']),
    )
  })
})
