import { describe, expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

const files = sourceFiles()
const lines = (text: string) => text.split('\n').length - 1
const naming = (found: readonly { name: string }[]) => found.map(({ name }) => name)
const product = files.filter(({ name }) => !/(^|\/)tests\//.test(name) && !name.includes('.test.'))

describe('habits of the tree', () => {
  test('files have at most 400 lines, pages 60, routes 20', () => {
    const limit = (name: string) => (name.endsWith('/page.tsx') ? 60 : name.endsWith('/route.ts') ? 20 : 400)
    expect(naming(files.filter(({ name, text }) => lines(text) > limit(name)))).toEqual([])
  })

  // NEXT_RUNTIME is no variable of the environment: Next's bundler puts a constant in its place.
  test('the product reads its environment in lib/core/env.ts, the simulator in its main.ts, and server/local hands it on', () => {
    const readers = product.filter(
      ({ name, text }) =>
        /process\.env\b(?!\.NEXT_RUNTIME)/.test(text) &&
        !isIn('server/local', name) &&
        !/^[\w.-]+\.config\.(ts|mjs)$/.test(name),
    )
    expect(naming(readers)).toEqual(['lib/core/env.ts', 'simulator/main.ts'])
  })

  test('domains and workers take the time from the clock', () => {
    const strays = product.filter(
      ({ name, text }) => isIn('lib/domain', name) && /\bnew Date\(\)|\bDate\.now\(\)/.test(text),
    )
    expect(naming(strays)).toEqual([])
  })

  test('a name says what is inside', () => {
    const empty = /(^|\/)(utils?|helpers?|managers?|common|misc)(\/|\.)/
    expect(naming(files.filter(({ name }) => empty.test(name)))).toEqual([])
    expect(naming(files.filter(({ name }) => /(^|\/)index\.tsx?$/.test(name)))).toEqual([])
    const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*\.(ts|tsx|mjs)$/
    expect(naming(product.filter(({ name }) => !kebab.test(name.split('/').at(-1) ?? '')))).toEqual([])
  })

  test('nothing is loosely typed or switched off', () => {
    const loose =
      /: any\b|\bas any\b|@ts-ignore|@ts-expect-error|\b(it|test|describe)\.(skip|only|todo|fixme)\b/
    const spoken = /\/\*[\s\S]*?\*\/|\/\/.*/g
    const found = files.filter(
      ({ name, text }) => !isIn('tests/architecture', name) && loose.test(text.replace(spoken, '')),
    )
    expect(naming(found)).toEqual([])
  })

  test('money moves through the posting function alone', () => {
    const inSql = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(journal|entry|account)\b/i
    const byKysely = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(journal|entry|account)\b/
    const byPrisma = /\.(journal|entry|account)\.(create|update|upsert|delete)/
    const writers = product.filter(({ text }) =>
      [inSql, byKysely, byPrisma].some((writes) => writes.test(text)),
    )
    expect(naming(writers)).toEqual([])
  })

  test('jobs are enqueued through the outbox, settlement’s wake-up and the worker’s own clock apart', () => {
    const adders = product.filter(
      ({ text, imports }) => imports.includes('lib/core/queue.ts') && /\.add\(/.test(text),
    )
    expect(naming(adders).sort()).toEqual([
      'lib/core/outbox.ts',
      'lib/domain/payments/inbox.ts',
      'workers/consume.ts',
      'workers/schedules.ts',
    ])
  })
})
