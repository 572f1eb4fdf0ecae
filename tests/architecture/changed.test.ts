// What `npm run test:changed` runs in the browser.
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { browserFilesFor, browserFilesOf } from '#server/local/browser-files.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('each folder of components names its browser files, and these exist', () => {
  const folders = globSync('components/*', { cwd: root }).map((folder) => path.basename(folder))
  expect(folders.filter((folder) => browserFilesOf[folder] === undefined)).toEqual([])
  const specs = globSync('tests/e2e/*.spec.ts', { cwd: root }).map((file) => path.basename(file, '.spec.ts'))
  const named = new Set(Object.values(browserFilesOf).flat())
  expect([...named].filter((name) => !specs.includes(name))).toEqual([])
  expect(specs.filter((name) => !named.has(name))).toEqual([])
})

test('a change reaches the browser files of its feature, and its own', () => {
  expect(browserFilesFor(['lib/domain/tally/queries.ts', 'tests/e2e/kyc.spec.ts'])).toEqual([
    'kyc.spec.ts',
    'tally.spec.ts',
  ])
  expect(browserFilesFor(['lib/core/db.ts'])).toEqual(['screens.spec.ts'])
  expect(browserFilesFor(['docs/money.md', 'lib/core/db.test.ts', 'tests/support/money.ts'])).toEqual([])
})
