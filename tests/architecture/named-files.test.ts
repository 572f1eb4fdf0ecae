// Each column that names a file of the object store is looked at by the proof of a backup (lib/domain/backups/files.ts).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const proof = readFileSync(path.join(root, 'lib/domain/backups/files.ts'), 'utf8')

/** Columns that are called so and promise no file of the store. */
const exceptions: Readonly<Record<string, string>> = {
  'journal.idempotency_key': 'a name against doing it twice',
  'upload_session.object_key': 'an upload that is not complete promises nothing',
  'upload_session.stored_key': 'what is complete is named by the row that it was uploaded for',
  'video.youtube_url': 'lies at YouTube',
}

const folder = path.join(root, 'prisma/schema')
const columns = readdirSync(folder).flatMap((file) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^model \w+ \{[\s\S]*?^\}/gm)].flatMap(
    ([model]) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? ''
      return [...model.matchAll(/@map\("(\w+_(?:key|url))"\)/g)].map(
        ([, column = '']) => `${table}.${column}`,
      )
    },
  ),
)

const isProven = (name: string) => {
  const [table = '', column = ''] = name.split('.')
  return proof.split('UNION ALL').some((part) => part.includes(column) && part.includes(`FROM ${table}`))
}

test('each column with the key of a file is proven, or it is said why not', () => {
  expect(columns.length).toBeGreaterThan(7)
  expect(columns.filter((name) => !isProven(name)).sort()).toEqual(Object.keys(exceptions).sort())
})
