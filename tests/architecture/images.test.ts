// Each image of the Dockerfile has the files and packages that are loaded in it, which only starting it would show otherwise, and
// nothing that builds or tests.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Image, packageFiles, started } from '../../deploy/image-files.ts'
import { isIn, loadedWith, sourceFiles } from './source-tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = new Map(sourceFiles().map((file) => [file.name, file]))
const stages = text('Dockerfile').split(/^FROM /m)
const { dependencies } = z
  .looseObject({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(text('package.json')))
const images = Object.keys(started).filter((name): name is Image => name in started)

/** The stages that an image is made of, itself first. */
function stagesOf(name: string): string[] {
  const stage = stages.find((one) => one.split('\n')[0]?.endsWith(` AS ${name}`))
  if (stage === undefined) return []
  const [base = ''] = stage.split(' ')
  return [stage, ...stagesOf(base)]
}

/** What is copied into an image: from which stage, and which places. */
function copiedInto(target: string): { from: string; places: string[] }[] {
  const lines = stagesOf(target).flatMap((stage) => [...stage.matchAll(/^COPY --from=(\S+) (.+) \S+$/gm)])
  return lines.map(([, from = '', places = '']) => ({ from, places: places.split(' ') }))
}

/** The places of an image that come from the tree. */
function placesIn(target: string): string[] {
  return copiedInto(target)
    .flatMap(({ places }) => places)
    .filter((place) => place.startsWith('/ngoma/'))
    .map((place) => place.replace('/ngoma/', ''))
}

describe.each(images)('the image of %s', (target) => {
  const places = placesIn(target)
  const loaded = loadedWith(files, started[target])

  test('has the files that are loaded', () => {
    expect(loaded.length).toBeGreaterThan(5)
    const missing = loaded.filter(({ name }) => !places.some((place) => name === place || isIn(place, name)))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('loads no package of development', () => {
    const packages = loaded
      .flatMap(({ loads }) => loads.filter((one) => !/^node:|\.(ts|tsx|mjs|json)$/.test(one)))
      .flatMap((one) => /^(@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? [])
      .filter((one) => !['lib'].includes(one))
    expect([...new Set(packages)].filter((one) => !(one in dependencies))).toEqual([])
  })

  test('has of packages what its processes load, with the list of them, and nothing else', () => {
    const lists = copiedInto(target).filter(({ places: [place] }) => place === `/files/${target}`)
    expect(lists).toHaveLength(1)
    expect(places.filter((place) => place.startsWith('node_modules'))).toEqual([])
  })

  test('begins with nothing, and takes Node and its system without npm', () => {
    const [first = ''] = stagesOf(target).slice(-1)
    expect(first).toMatch(/^scratch AS node\nCOPY --from=trimmed \/ \/\n/)
    const [trimmed = ''] = stagesOf('trimmed')
    for (const place of ['/usr/local/lib/node_modules', '/usr/local/bin/npm', '/usr/local/include'])
      expect(trimmed).toContain(` ${place} `)
  })
})

test('tests, documents and settings are not what an image is built from', () => {
  const left = text('.dockerignore').split('\n')
  for (const place of [
    '.git',
    '.env',
    '.env.*',
    'docs',
    'node_modules',
    'tests',
    '**/*.test.ts',
    '**/*.test.tsx',
  ])
    expect(left).toContain(place)
})

test('of the pages built there are no source maps and no lists of files', () => {
  const [stage = ''] = stagesOf('web-files')
  for (const name of ['*.map', '*.nft.json']) expect(stage).toContain(`-name '${name}' -delete`)
})

test('realtime has the packages of tracing, which are loaded by path', async () => {
  const traced = [...(await packageFiles('realtime'))]
  for (const name of ['sdk-node', 'exporter-trace-otlp-grpc', 'instrumentation-pg'])
    expect(traced).toContain(`node_modules/@opentelemetry/${name}/package.json`)
  expect(traced).toContain('node_modules/bullmq-otel/package.json')
})

test('what is traced of a package is what runs of it', async () => {
  const traced = [...(await packageFiles('simulator'))]
  expect(traced).toContain('node_modules/zod/package.json')
  expect(traced.filter((file) => !/^node_modules\/zod\/.*\.(c?js|json)$/.test(file))).toEqual([])
})
