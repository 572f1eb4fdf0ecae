import { expect, test } from 'vitest'
import { isIn, type SourceFile, sourceFiles } from './source-tree.ts'

const LINES = 25

/** Small files with one importer that stay, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'lib/domain/payouts/mail-withdrawal.ts': 'the worker alone loads it, because web has no mail server',
  'lib/domain/profiles/mail-deletion.ts': 'the worker alone loads it, because web has no mail server',
  'lib/domain/settlement/take-backs.ts': 'a step of settlement that another domain calls',
  'lib/web/audit/audit-download.ts': 'its route would have more than 20 lines',
}

/** Names that mean the same in each domain (docs/architecture.md). */
const ofEachDomain =
  /^lib\/domain\/[\w-]+\/(schema|policy|queries|commands|errors|events|jobs|presenter|invariants)\.ts$/

const isTest = (name: string) => name.includes('.test.') || isIn('tests', name)
const isClient = ({ text }: SourceFile) => text.startsWith("'use client'")
const lines = (text: string) => text.split('\n').length - 1

const product = sourceFiles().filter(({ name }) => !isTest(name))

/** Next asks for a file where the server's code ends and the browser's begins; what is loaded late has to be a file. */
function hasToBeAFile(file: SourceFile, importer: SourceFile): boolean {
  return importer.later.includes(file.name) || (isClient(file) && !isClient(importer))
}

test('a small file with one importer is a part of that one', () => {
  const found = product.flatMap((file) => {
    if (lines(file.text) >= LINES || isIn('app', file.name) || ofEachDomain.test(file.name)) return []
    const [importer, ...others] = product.filter(({ imports }) => imports.includes(file.name))
    const isApart = !importer || others.length > 0 || hasToBeAFile(file, importer)
    return isApart ? [] : [file.name]
  })
  expect(found.sort()).toEqual(Object.keys(exceptions))
})
