import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

// Set by the commands themselves, never by a person.
const ownBusiness = ['NODE_ENV', 'NEXT_PHASE']

test('.env.example names every variable that the product and the simulator read', () => {
  const readers = read('lib/core/env-variables.ts') + read('simulator/main.ts')
  const known = [...readers.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
  const shown = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(known.length).toBeGreaterThan(30)
  expect(known.filter((name) => name && !ownBusiness.includes(name) && !shown.includes(name))).toEqual([])
})
