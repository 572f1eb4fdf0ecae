import { describe, expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

const files = sourceFiles()
const isProduct = (name: string) => !name.includes('.test.')
const spoken = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

/** Code that may reach the browser: route handlers and the other files that only a server answers with are left out. */
const inBrowser = files.filter(
  ({ name }) =>
    isProduct(name) && (isIn('components', name) || isIn('lib/client', name) || /^app\/.*\.tsx$/.test(name)),
)

describe('the browser knows the API through one client', () => {
  test('calls are made by lib/client/http/api.ts alone, a document’s signed link apart', () => {
    const callers = inBrowser.filter(({ text }) => /\bfetch\(|XMLHttpRequest/.test(text.replace(spoken, '')))
    expect(callers.map(({ name }) => name).sort()).toEqual([
      // Asks whether the server answers, before a page is opened anew.
      'lib/client/browser/server-answers.ts',
      // Fetches a picture of ours, to hand it to another app.
      'lib/client/browser/share.ts',
      'lib/client/http/api.ts',
      // Puts a file to the store by a signed link.
      'lib/client/http/upload-file.ts',
      // Reads a document from the store by a signed link.
      'lib/client/kyc/document-pages.ts',
    ])
  })

  test('no other file writes an address of the API', () => {
    const writers = inBrowser.filter(({ text }) => /['"`]\/?api\//.test(text.replace(spoken, '')))
    expect(writers.map(({ name }) => name)).toEqual([])
  })
})

describe('no validation library reaches the browser', () => {
  const byName = new Map(files.map((file) => [file.name, file]))

  function reaches(name: string, wanted: string, seen = new Set<string>()): boolean {
    if (seen.has(name)) return false
    seen.add(name)
    const { loads = [] } = byName.get(name) ?? {}
    return loads.some((one) => one === wanted || reaches(one, wanted, seen))
  }

  test('screens and lib/client load of the contract only what needs no zod, but for the checks of a form', () => {
    const strays = inBrowser.flatMap(({ name, loads }) =>
      loads
        .filter((one) => isIn('lib/contract', one) && reaches(one, 'zod'))
        .map((one) => `${name} → ${one}`),
    )
    expect(strays).toEqual([])
  })
})

test('"use client" stands where a server component enters the browser’s tree, and nowhere else', () => {
  const byName = new Map(files.filter(({ name }) => isProduct(name)).map((file) => [file.name, file]))
  const isClient = (name: string) => byName.get(name)?.text.startsWith("'use client'") ?? false
  const entries = new Set<string>()
  const seen = new Set<string>()
  function follow(name: string): void {
    if (seen.has(name)) return
    seen.add(name)
    if (isClient(name)) entries.add(name)
    else for (const one of byName.get(name)?.imports ?? []) follow(one)
  }
  for (const name of byName.keys()) if (isIn('app', name)) follow(name)
  expect([...byName.keys()].filter((name) => isClient(name) && !entries.has(name))).toEqual([])
})
