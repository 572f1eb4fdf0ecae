// A prepared query is asked for its columns once on each connection (lib/core/speed).
import { afterAll, expect, test } from 'vitest'
import { closeDb, db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Params, prepared } from '#lib/core/speed/prepared-query.ts'
import { addPerson } from '#tests/support/contest.ts'

afterAll(closeDb)

const personWith = prepared(({ id }: Params<{ id: string }>) =>
  kysely(db()).selectFrom('app_user').select(['id', 'role', 'created_at', 'deleted_at']).where('id', '=', id),
)

test('later answers have the same columns, read in the same way, also behind one another and after a failure', async () => {
  const ids = [await addPerson('dancer'), await addPerson('copyright_owner')] as const
  const [dancer, musician] = ids.map((id, at) => ({
    id,
    role: ['dancer', 'copyright_owner'][at],
    created_at: expect.any(Date),
    deleted_at: null,
  }))
  const client = await db().connect()
  let descriptions = 0
  client.connection.on('rowDescription', () => descriptions++)
  expect(await personWith(client, { id: ids[0] })).toEqual([dancer])
  expect(await personWith(client, { id: ids[1] })).toEqual([musician])
  expect(await Promise.all(ids.map((id) => personWith(client, { id })))).toEqual([[dancer], [musician]])
  expect(descriptions).toBe(1)
  await expect(personWith(client, { id: 'nobody' })).rejects.toThrow('invalid input syntax for type uuid')
  expect(await personWith(client, { id: ids[0] })).toEqual([dancer])
  client.release()
  const others = await Promise.all(ids.map((id) => personWith(db(), { id })))
  expect(others).toEqual([[dancer], [musician]])
})

test('without naming its columns a query is not prepared', async () => {
  const everything = prepared(() => kysely(db()).selectFrom('app_user as u').selectAll('u').limit(1))
  await expect(everything(db(), {})).rejects.toThrow('A prepared query names its columns')
})
