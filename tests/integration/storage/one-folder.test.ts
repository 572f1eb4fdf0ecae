// The local object store keeps what is put into a folder in the moment in which its last object is deleted.
import { afterAll, expect, test } from 'vitest'
import { newSecret } from '#lib/core/ids.ts'
import { closeStorage, copyObject, deleteObject, headObject, putObject } from '#lib/core/storage.ts'

afterAll(() => closeStorage())

const content = { body: Buffer.from('a picture'), contentType: 'image/webp' }

test('copies into a folder that is emptied all the while are there', async () => {
  const folder = `one-folder-${newSecret()}`
  const at = (name: string) => ({ bucket: 'private' as const, key: `${folder}/${name}` })
  const source = { bucket: 'private' as const, key: `${folder}-source/it` }
  await putObject(source, content)
  const lost: number[] = []
  for (let round = 0; round < 60; round++) {
    await putObject(at('old'), content)
    const [, came] = await Promise.all([
      deleteObject(at('old')),
      copyObject(source, at('new'), { contentType: 'image/webp' }),
    ])
    if (!came || (await headObject(at('new'))) === null) lost.push(round)
    await deleteObject(at('new'))
  }
  expect(lost).toEqual([])
})
