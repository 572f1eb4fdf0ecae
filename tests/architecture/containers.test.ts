// The tests' containers are those of docker-compose.yml, and what is said of files in tests/support/container-run.ts is true.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locale } from '#server/local/postgres.ts'
import {
  images,
  onContainersToo,
  onlyEmbedded,
  storeCommand,
  takesContainers,
} from '#tests/support/container-run.ts'

const root = path.join(import.meta.dirname, '..', '..')
const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')

describe('the tests’ containers are those of docker-compose.yml', () => {
  test.each(Object.entries(images))('in the image of %s', (service, image) => {
    expect(compose).toMatch(new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? {4}image: ${image}\\n`, 'm'))
  })

  test('in the arguments of the store and of initdb', () => {
    expect(compose).toContain(`    command: [${storeCommand.join(', ')}]\n`)
    expect(compose).toContain(`      POSTGRES_INITDB_ARGS: ${locale.join(' ')}\n`)
  })
})

describe('a run on containers', () => {
  test.each([...onContainersToo, ...Object.keys(onlyEmbedded)])('knows %s', (pattern) => {
    expect(existsSync(path.join(root, pattern.replace('/**/*.test.ts', '')))).toBe(true)
  })

  test.each([
    ['', { embedded: true, engine: true }, false],
    ['', { embedded: false, engine: true }, true],
    ['', { embedded: false, engine: false }, false],
    ['embedded', { embedded: false, engine: true }, false],
    ['containers', { embedded: true, engine: false }, true],
  ])('with TEST_SERVICES "%s" on a machine with %o: %s', (wanted, { embedded, engine }, taken) => {
    const machine = { hasEmbeddedPostgres: () => embedded, hasEngine: () => engine }
    expect(takesContainers(wanted, machine)).toBe(taken)
  })

  test('is asked for by no other word', () => {
    expect(() => takesContainers('docker')).toThrow('TEST_SERVICES is "docker"')
  })
})
