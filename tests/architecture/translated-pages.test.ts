import path from 'node:path'
import { expect, test } from 'vitest'
import { unsafeTexts } from './jsx-texts.ts'
import { sourceFiles } from './source-tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const screens = sourceFiles()
  .map(({ name }) => name)
  .filter((name) => /^(app|components)\/.*\.tsx$/.test(name) && !name.includes('.test.'))

test('a text beside something that comes and goes is in an element of its own', { timeout: 120_000 }, () => {
  expect(unsafeTexts(root, screens)).toEqual([])
})
