// What a process of production is given is what it reads: lib/core/production/needs.ts says it, its imports prove it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { processNames } from '#lib/core/env-variables.ts'
import { needed, needsOf } from '#lib/core/production/needs.ts'
import { isIn, loadedWith, sourceFiles } from './source-tree.ts'

const files = new Map(sourceFiles().map((file) => [file.name, file]))

/** What runs in the image of each, commands left out that an operator calls. */
const entries: Record<(typeof processNames)[number], readonly string[]> = {
  web: [
    'server/web/main.ts',
    'instrumentation.ts',
    'proxy.ts',
    'next.config.mjs',
    ...[...files.keys()].filter((name) => isIn('app', name)),
  ],
  worker: ['workers/main.ts'],
  realtime: ['server/realtime/main.ts'],
  migrate: ['prisma/migrate.ts', 'deploy/create-buckets.ts'],
}

/** The variables without a default in production that a process reads. */
function readBy(process: (typeof processNames)[number]): string[] {
  const texts = loadedWith(files, entries[process])
    .filter(({ name }) => !name.startsWith('lib/core/env') && !isIn('lib/core/production', name))
    .map(({ text }) => text)
  const read = texts.flatMap((text) =>
    [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
  )
  return [...new Set(read)].filter((name) => name in needed)
}

test.each(processNames)('%s needs what its files read, and nothing else', (process) => {
  for (const entry of entries[process]) expect(files.has(entry)).toBe(true)
  expect(readBy(process).sort()).toEqual([...needsOf(process)].sort())
})

const runbook = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations/deploy.md'), 'utf8')

test.each(['web', 'realtime'] as const)('docs/operations/deploy.md says which secrets %s has', (process) => {
  const [, row = ''] = new RegExp(`^\\| ${process} \\| (\`AUTH_SECRET\`.*) \\|$`, 'm').exec(runbook) ?? []
  const named = [...row.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)
  const isSecret = (name: string) => /SECRET|KEY|DATABASE_URL|REDIS_URL/.test(name)
  // Those that production starts without.
  const besides = process === 'web' ? ['USSD_TOKEN', 'YOUTUBE_API_KEY'] : []
  expect(named.sort()).toEqual([...needsOf(process).filter(isSecret), 'METRICS_TOKEN', ...besides].sort())
})

test('whoever does not say which process it is needs everything', () => {
  expect(needsOf(undefined)).toEqual(Object.keys(needed))
})
