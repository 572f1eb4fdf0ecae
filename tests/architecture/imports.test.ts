import { describe, expect, test } from 'vitest'
import { isIn, type SourceFile, sourceFiles } from './source-tree.ts'

const files = sourceFiles().filter(({ name }) => !name.includes('.test.'))
const folders = ['app', 'components', 'lib', 'messages', 'prisma', 'server', 'simulator', 'tests', 'workers']
const ownImports = (file: SourceFile) =>
  file.imports.filter((one) => folders.some((folder) => isIn(folder, one)))

/** What each part may import of the tree, besides itself (design: imports go one way). */
const allowed: Record<string, readonly string[]> = {
  'lib/contract': ['messages'],
  'lib/core': ['messages'],
  'lib/daraja': [],
  'lib/domain': ['lib/core', 'lib/contract', 'lib/daraja', 'messages'],
  'lib/web': ['lib/domain', 'lib/core', 'lib/contract', 'lib/daraja', 'messages'],
  'lib/client': ['lib/contract', 'messages'],
  components: ['lib/client', 'lib/contract', 'messages'],
  app: ['components', 'lib', 'messages'],
  workers: ['lib/domain', 'lib/core', 'lib/contract'],
  'server/web': ['lib/web', 'lib/domain/ledger', 'lib/core'],
  'server/realtime': ['lib/domain', 'lib/core', 'lib/contract'],
  'server/local': ['lib/core', 'prisma'],
  simulator: ['lib/daraja'],
}

describe('imports go one way', () => {
  for (const [part, others] of Object.entries(allowed)) {
    test(`${part} imports only ${[part, ...others].join(', ')}`, () => {
      const strays = files
        .filter(({ name }) => isIn(part, name))
        .flatMap((file) => ownImports(file).map((one) => `${file.name} → ${one}`))
        .filter((line) => ![part, ...others].some((folder) => isIn(folder, line.split(' → ')[1] ?? '')))
      expect(strays).toEqual([])
    })
  }

  test.each(['lib/contract', 'lib/daraja'])('%s imports no package but zod', (part) => {
    const packages = files
      .filter(({ name }) => isIn(part, name))
      .flatMap(({ imports }) => imports.filter((one) => !isIn(part, one) && !isIn('messages', one)))
    expect([...new Set(packages)]).toEqual(['zod'])
  })

  test('the simulator needs no package but zod', () => {
    const packages = files
      .filter(({ name }) => isIn('simulator', name) && !isIn('simulator/tests', name))
      .flatMap((file) =>
        file.imports.filter((one) => !ownImports(file).includes(one) && !one.startsWith('node:')),
      )
    expect([...new Set(packages)]).toEqual(['zod'])
  })

  test('only tests import the simulator; the product starts it as a process', () => {
    const strays = files
      .filter(({ name }) => !isIn('simulator', name) && !isIn('tests', name))
      .filter(({ imports }) => imports.some((one) => isIn('simulator', one)))
    expect(strays.map(({ name }) => name)).toEqual([])
  })

  test('core, domains, workers and servers know neither Next nor React, but for the server that runs Next', () => {
    const parts = ['lib/core', 'lib/domain', 'workers', 'server/realtime', 'server/local', 'simulator']
    const strays = files
      .filter(({ name }) => parts.some((part) => isIn(part, name)))
      .flatMap(({ name, imports }) =>
        imports.filter((one) => /^(next|react|next-auth)(\/|$)/.test(one)).map((one) => `${name} → ${one}`),
      )
    expect(strays).toEqual([])
  })
})

test('no files import each other in a circle, types included', () => {
  const known = new Set(files.map(({ name }) => name))
  const left = new Map(files.map(({ name, imports }) => [name, imports.filter((one) => known.has(one))]))
  // A file that imports none of those left, or that none of those left imports, is in no circle.
  for (;;) {
    const imported = new Set([...left.values()].flat())
    const outside = [...left].filter(([name, imports]) => imports.length === 0 || !imported.has(name))
    if (outside.length === 0) break
    for (const [name] of outside) left.delete(name)
    for (const [name, imports] of left)
      left.set(
        name,
        imports.filter((one) => left.has(one)),
      )
  }
  expect([...left].map(([name, imports]) => `${name} → ${imports.join(', ')}`)).toEqual([])
})

/** Each domain imports only those before it. */
const domains = [
  'traffic',
  'audit',
  'approvals',
  'settings',
  'challenges',
  'mail',
  'ledger',
  'taxes',
  'mpesa',
  'cash',
  'payments',
  'transfers',
  'accounts',
  'notifications',
  'review',
  'staff',
  'uploads',
  'kyc',
  'videos',
  'leaderboard',
  'fraud',
  'gifts',
  'ussd',
  'tally',
  'wallets',
  'outgoing',
  'payouts',
  'refunds',
  'topups',
  'profiles',
  'assignments',
  'subscriptions',
  'settlement',
  'reconciliation',
  'money-out',
  'rings',
  'disputes',
  'royalties',
  'comments',
  'tracks',
  'decisions',
  'accounting',
  'books',
  'backups',
  'health',
  'overview',
  'people',
]

describe('domains stand on each other in one order', () => {
  test('every domain has its place', () => {
    const found = new Set(
      files.filter(({ name }) => isIn('lib/domain', name)).map(({ name }) => name.split('/')[2]),
    )
    expect([...found].sort()).toEqual([...domains].sort())
  })

  for (const [place, domain] of domains.entries()) {
    test(`${domain} imports only domains below it`, () => {
      const strays = files
        .filter(({ name }) => isIn(`lib/domain/${domain}`, name))
        .flatMap(({ name, imports }) => imports.map((one) => ({ name, one })))
        .filter(({ one }) => isIn('lib/domain', one) && domains.indexOf(one.split('/')[2] ?? '') > place)
        .map(({ name, one }) => `${name} → ${one}`)
      expect(strays).toEqual([])
    })
  }
})
