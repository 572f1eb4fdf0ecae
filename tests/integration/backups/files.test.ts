// What rows name has to be in the object store: the nightly proof and the restore say what is not.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { ownDatabase } from '#lib/core/owner-connection.ts'
import { deleteObject, putObject } from '#lib/core/storage.ts'
import { checkFiles, describeFiles } from '#lib/domain/backups/files.ts'
import { restoreBackup } from '#lib/domain/backups/restore.ts'
import { madeBackup, setUpBackups, verified } from '#tests/support/backups.ts'
import { addPerson } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'

setUpBackups()

type Place = { bucket: 'media' | 'private'; key: string }
const put = (at: Place, size: number) =>
  putObject(at, { body: new Uint8Array(size), contentType: 'application/octet-stream' })

let musician: string
let places: Record<'document' | 'track' | 'avatar' | 'film' | 'poster', Place>
beforeEach(async () => {
  musician = await addPerson('copyright_owner')
  const mark = newId()
  places = {
    document: { bucket: 'private', key: `kyc/${mark}` },
    track: { bucket: 'media', key: `tracks/${mark}` },
    avatar: { bucket: 'media', key: `avatars/${mark}` },
    film: { bucket: 'media', key: `videos/${mark}.webm` },
    poster: { bucket: 'media', key: `posters/${mark}.webp` },
  }
  await rows(
    db(),
    `INSERT INTO kyc_document (user_id, document_type, object_key, file_name, file_size, mime_type)
      VALUES ($1, 'id_front', $2, 'id.png', 30, 'image/png')`,
    [musician, places.document.key],
  )
  await rows(
    db(),
    `INSERT INTO track (musician_id, title, artist, status, object_key, file_size) VALUES ($1, 'Named', 'A', 'pending', $2, 40)`,
    [musician, places.track.key],
  )
  await rows(db(), 'UPDATE profile SET avatar_url = $2 WHERE user_id = $1', [
    musician,
    `/media/${places.avatar.key}`,
  ])
  await rows(db(), 'UPDATE video SET video_file_url = $1, thumbnail_url = $2', [
    `/media/${places.film.key}`,
    `/media/${places.poster.key}`,
  ])
  await put(places.document, 30)
  await put(places.track, 40)
  for (const place of [places.avatar, places.film, places.poster]) await put(place, 7)
})
afterEach(async () => {
  await rows(db(), 'DELETE FROM kyc_document')
  await rows(db(), 'DELETE FROM track WHERE musician_id = $1', [musician])
  await rows(db(), 'UPDATE profile SET avatar_url = NULL')
  await rows(db(), `UPDATE video SET video_file_url = 'https://media.test/a.webm', thumbnail_url = NULL`)
})

const missing = async () => {
  const found = await asOwner(checkFiles)
  return found.missing.map((file) => `${file.table}: ${file.bucket}/${file.key} ${file.found}`)
}

describe('rows and store are compared', () => {
  test('where all is there', async () => {
    expect(await asOwner(checkFiles)).toEqual({ named: 6, missing: [] })
  })

  test.each([
    ['document', 'kyc_document: private'],
    ['track', 'track: media'],
    ['avatar', 'profile: media'],
    ['film', 'video: media'],
    ['poster', 'video: media'],
  ] as const)('a %s that is gone is named', async (what, named) => {
    await deleteObject(places[what])
    expect(await missing()).toEqual([`${named}/${places[what].key} null`])
  })

  test.each(['document', 'track'] as const)('a %s of another size too', async (what) => {
    await put(places[what], 5)
    expect(await missing()).toEqual([expect.stringMatching(`/${places[what].key} 5$`)])
  })

  test('an upload that nobody completed, a sound that was refused unread and files elsewhere are not promised', async () => {
    await deleteObject(places.track)
    await rows(db(), `UPDATE track SET status = 'rejected' WHERE musician_id = $1`, [musician])
    await rows(db(), `UPDATE video SET video_file_url = 'https://elsewhere.test/media/x'`)
    await rows(
      db(),
      `INSERT INTO upload_session (user_id, kind, object_key, file_name, file_size, mime_type, expires_at)
        VALUES ($1, 'track', $2, 'a.mp3', 9, 'audio/mpeg', now())`,
      [musician, `incoming/${newId()}`],
    )
    expect(await missing()).toEqual([])
  })

  test('over several pages of the store’s list', async () => {
    const folder = `many-${newId()}`
    const count = 1_003
    await rows(
      db(),
      `INSERT INTO track (musician_id, title, artist, status, object_key, file_size)
        SELECT $1, 'One of many', 'A', 'pending', $2 || '/' || n, 1 FROM generate_series(1, $3::int) n`,
      [musician, folder, count],
    )
    for (let from = 1; from <= count; from += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, count - from + 1) }, (_, n) =>
          put({ bucket: 'media', key: `${folder}/${from + n}` }, 1),
        ),
      )
    expect(await missing()).toEqual([])
    // The last of the list's order, which is by text.
    await deleteObject({ bucket: 'media', key: `${folder}/999` })
    await deleteObject({ bucket: 'media', key: `${folder}/1` })
    expect((await missing()).sort()).toEqual([
      `track: media/${folder}/1 null`,
      `track: media/${folder}/999 null`,
    ])
  })
})

describe('the nightly proof', () => {
  test('proves the rows, and tells of a file that is missing until it is back', async () => {
    const id = await madeBackup()
    await deleteObject(places.avatar)
    const { key } = places.avatar
    expect(await verified(id)).toMatchObject({
      status: 'verified',
      verified_at: expect.any(Date),
      problem: `Files are missing in the object store: media/${key} is missing (profile ${musician}).`,
    })
    await put(places.avatar, 7)
    expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  })

  test('says nothing of files that people have deleted since', async () => {
    const id = await madeBackup()
    await rows(db(), 'UPDATE profile SET avatar_url = NULL')
    await rows(db(), 'DELETE FROM kyc_document')
    await deleteObject(places.avatar)
    await deleteObject(places.document)
    expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  })

  test('names the first ten of many', () => {
    const file = { bucket: 'media', size: null, table: 'video', found: null } as const
    const many = Array.from({ length: 12 }, (_, n) => ({ ...file, key: `videos/${n}`, id: String(n) }))
    expect(String(describeFiles({ named: 12, missing: many }))).toMatch(
      /videos\/9 is missing \(video 9\); and 2 more\.$/,
    )
  })
})

test('a restore brings the rows back, and says what its files lack, those deleted since as well', async () => {
  const id = await madeBackup()
  await deleteObject(places.document)
  await put(places.track, 41)
  await rows(db(), 'DELETE FROM kyc_document')
  const restored = await restoreBackup(id, `${ownDatabase()}_files`, () => undefined)
  await asOwner((client) => client.query(`DROP DATABASE ${restored.database} WITH (FORCE)`))
  expect(restored.files.named).toBe(6)
  expect(restored.files.missing.map(({ key, found }) => [key, found]).sort()).toEqual([
    [places.document.key, null],
    [places.track.key, 41],
  ])
  const row = await firstRow<{ count: bigint }>(db(), 'SELECT count(*) FROM kyc_document')
  expect(Number(row?.count)).toBe(0)
})
