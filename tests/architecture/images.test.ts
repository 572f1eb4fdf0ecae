// Each image of the Dockerfile has the files and packages that are loaded in it, which only starting it would show otherwise.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isIn, loadedWith, sourceFiles } from './source-tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = new Map(sourceFiles().map((file) => [file.name, file]))
const stages = readFileSync(path.join(root, 'Dockerfile'), 'utf8').split(/^FROM /m)
const { dependencies } = z
  .looseObject({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))

/** What is started in each, by itself and by an operator. Next decides what the image of web loads. */
const started: Record<string, readonly string[]> = {
  worker: [...files.keys()].filter((name) => isIn('workers', name) && !name.includes('.test.')),
  realtime: ['server/realtime/main.ts'],
  migrate: ['prisma/migrate.ts', 'deploy/create-buckets.ts', 'prisma/seed/main.ts'],
  simulator: ['simulator/main.ts'],
}

/** The places that an image has from the tree and from node_modules, with those of the image that it begins with. */
function placesIn(target: string): string[] {
  const stage = stages.find((one) => one.split('\n')[0]?.endsWith(` AS ${target}`)) ?? ''
  const copied = [...stage.matchAll(/^COPY --from=\S+ (.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  const [base = ''] = stage.split(' ')
  return [...copied.map((one) => one.replace('/ngoma/', '')), ...(base === 'runtime' ? placesIn(base) : [])]
}

test.each([...Object.keys(started), 'web'])('the image of %s says which packages it has', (target) => {
  expect(placesIn(target).filter((place) => place.endsWith('sbom.json'))).toHaveLength(1)
})

describe.each(Object.keys(started))('the image of %s', (target) => {
  const places = placesIn(target)
  const loaded = loadedWith(files, started[target] ?? [])

  test('has the files that are loaded', () => {
    expect(loaded.length).toBeGreaterThan(5)
    const missing = loaded.filter(({ name }) => !places.some((place) => name === place || isIn(place, name)))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('has the packages that are loaded', () => {
    const packages = loaded
      .flatMap(({ loads }) => loads.filter((one) => !/^node:|\.(ts|tsx|mjs|json)$/.test(one)))
      .flatMap((one) => /^(@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? [])
      .filter((one) => !['lib'].includes(one))
    const isThere = (one: string) =>
      places.includes(`node_modules/${one}`) || (places.includes('node_modules') && one in dependencies)
    expect([...new Set(packages)].filter((one) => !isThere(one))).toEqual([])
  })
})
