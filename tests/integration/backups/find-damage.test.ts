// What the check of a backup finds, whoever changed its objects in the store.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { deleteObject, putObject, readObject } from '#lib/core/storage.ts'
import { restoreBackup } from '#lib/domain/backups/restore.ts'
import {
  madeBackup,
  readBackupRow,
  rewriteManifest,
  rewriteTable,
  scratches,
  setUpBackups,
  verified,
} from '#tests/support/backups.ts'
import { asOwner } from '#tests/support/owner.ts'

setUpBackups()

describe('a check finds', () => {
  const places = ['manifest', 'tables/entry']
  const partOf = (of: string, part: string) => ({ bucket: 'private' as const, key: `backups/${of}/${part}` })

  // Two backups for all of these tests: each gives back what it changed.
  let id: string
  let other: string
  let whole: { part: string; body: Uint8Array }[]
  beforeAll(async () => {
    ;[id, other] = [await madeBackup(), await madeBackup()]
    const changed = [...places, 'tables/profile', 'tables/video_view']
    whole = await Promise.all(
      changed.map(async (part) => ({ part, body: await readObject(partOf(id, part)) })),
    )
  })
  const giveBack = async () => {
    for (const { part, body } of whole)
      await putObject(partOf(id, part), { body, contentType: 'application/octet-stream' })
  }
  afterEach(giveBack)
  afterAll(async () => {
    expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  })

  test.each(places)('a changed bit in %s', async (part) => {
    const at = partOf(id, part)
    const body = Buffer.from(await readObject(at))
    const middle = Math.floor(body.length / 2)
    body.writeUInt8(body.readUInt8(middle) ^ 4, middle)
    await putObject(at, { body, contentType: 'application/octet-stream' })
    expect(await verified(id)).toMatchObject({ status: 'damaged', verified_at: null })
    expect((await readBackupRow(id))?.problem).toContain('can’t be opened')
  })

  test.each(places)('that %s is gone, or is another backup’s', async (part) => {
    const body = await readObject(partOf(other, part))
    await putObject(partOf(id, part), { body, contentType: 'application/octet-stream' })
    expect(await verified(id)).toMatchObject({ status: 'damaged' })
    await deleteObject(partOf(id, part))
    expect(await verified(id)).toMatchObject({
      status: 'damaged',
      problem: expect.stringContaining('missing in the object store'),
    })
  })

  test('a row that was changed, one that is missing, and one too many', async () => {
    for (const change of [
      (text: string) => text.replace('dancer', 'singer'),
      (text: string) => text.slice(text.indexOf('\n') + 1),
    ]) {
      await rewriteTable(id, 'profile', change)
      expect(await verified(id)).toMatchObject({
        status: 'damaged',
        problem: expect.stringContaining('profile differs from the backup'),
      })
      await giveBack()
    }
    expect(await scratches()).toEqual([])
  })

  test('books that are not right, even where all the hashes are', async () => {
    let changed = ''
    await rewriteTable(id, 'entry', (text) => {
      changed = text.replace('\t-700\t', '\t-701\t')
      expect(changed).not.toBe(text)
      return changed
    })
    await rewriteManifest(id, (contents) => ({
      ...contents,
      tables: contents.tables.map((table) =>
        table.name === 'entry'
          ? { ...table, sha256: createHash('sha256').update(changed).digest('hex') }
          : table,
      ),
    }))
    expect(await verified(id)).toMatchObject({
      status: 'damaged',
      problem: expect.stringContaining('every journal sums to zero'),
    })
    // Where nothing else is left people need them all the same, and have to know where they are.
    const name = `${ownDatabase()}_unbalanced`
    await expect(restoreBackup(id, name, () => undefined)).rejects.toThrow(
      new RegExp(`All rows are in ${name} .*not right:\\n.*every journal sums to zero`),
    )
    const kept = await withOwner((client) => client.query('SELECT FROM entry WHERE amount = -701'), name)
    expect(kept.rowCount).toBe(1)
    await asOwner((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })

  test('a row that points to one that is not there', async () => {
    await rewriteTable(id, 'profile', () => '')
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    const view = `${newId()}\t2026-01-01\tnobody\n`
    await rewriteTable(id, 'video_view', () => view)
    await rewriteManifest(id, (contents) => ({
      ...contents,
      tables: contents.tables.map((table) => {
        if (table.name === 'profile') return { ...table, rows: 0, sha256: hashOf('') }
        if (table.name === 'video_view') return { ...table, rows: 1, sha256: hashOf(view) }
        return table
      }),
    }))
    expect(await verified(id)).toMatchObject({
      status: 'damaged',
      problem: expect.stringContaining('refers to a missing row'),
    })
    // It fails in a database of its own, and people are told how that one is dropped, and others like it.
    const begin = `${ownDatabase()}_restored_`
    const [before, used] = [`${begin}20260101000000`, `${begin}20260102000000`]
    for (const name of [before, used]) await asOwner((client) => client.query(`CREATE DATABASE ${name}`))
    const told: string[] = []
    await withOwner(async () => {
      await expect(restoreBackup(id, undefined, (sentence) => told.push(sentence))).rejects.toThrow(
        'refers to a missing row',
      )
    }, used)
    const drops = told.join('\n').match(/^DROP DATABASE .*$/gm) ?? []
    expect(drops).toEqual([
      `DROP DATABASE ${before};`,
      expect.stringMatching(/^DROP DATABASE \w+_restored_\d{14};$/),
    ])
    for (const drop of [...drops, `DROP DATABASE ${used};`])
      await asOwner((client) => client.query(drop.replace(';', ' WITH (FORCE)')))
  })
})
