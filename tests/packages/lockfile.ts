// package-lock.json must name the packages of every system, also those missing in the local registry. npm
// silently omits such packages, and `npm ci` then refuses the file everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const entrySchema = z.object({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const lockfileSchema = z.object({ packages: z.record(z.string(), entrySchema) })

export type Lockfile = z.infer<typeof lockfileSchema>

/** Known from the package's name and its dependents, in npm's order. */
export interface OptionalPackage {
  version: string
  cpu: string[]
  dev?: true
  libc?: string[]
  optional: true
  os?: string[]
}

const file = path.join(import.meta.dirname, '..', '..', 'package-lock.json')

/** @throws ZodError unless a lockfile of npm 7 or newer */
export function readLockfile(): Lockfile {
  return lockfileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Creates entries for optional packages that the file lacks: with the requested version and the name's
 * system, without a checksum, which npm then takes from the registry.
 * @returns the entries by place, `node_modules/<name>`
 * @throws Error if the version is a range or the name has no system
 */
export function missingEntries({ packages }: Lockfile): Record<string, OptionalPackage> {
  const missing: Record<string, OptionalPackage> = {}
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isThere(packages, place, name)) continue
      if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
        throw new Error(`${place} asks for ${name} ${version}, a range.`)
      const { cpu, libc, os } = systemOf(name)
      missing[`node_modules/${name}`] = {
        version,
        cpu,
        dev: dev === true ? true : undefined,
        libc,
        optional: true,
        os,
      }
    }
  }
  return missing
}

/** Whether a package finds another, in its own or an outer `node_modules`. */
function isThere(packages: Lockfile['packages'], place: string, name: string): boolean {
  for (let around = place; ; around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')))) {
    if (packages[`${around === '' ? '' : `${around}/`}node_modules/${name}`] !== undefined) return true
    if (around === '') return false
  }
}

/** System, processor and C library of a name such as `@next/swc-linux-x64-musl`. */
function systemOf(name: string): Pick<OptionalPackage, 'os' | 'cpu' | 'libc'> {
  const systems = /[/-](android|darwin|freebsd|linux|openbsd|win32|wasm32)-([a-z0-9]+)(?:-([a-z]+))?$/
  const [, os = '', cpu = '', abi = ''] = systems.exec(name) ?? []
  if (os === '') throw new Error(`The name of ${name} does not say for which system it is.`)
  if (os === 'wasm32') return { cpu: [os] }
  const libc: Record<string, string[]> = { gnu: ['glibc'], musl: ['musl'] }
  return { cpu: [cpu], libc: libc[abi], os: [os] }
}

if (import.meta.main) {
  const entries = missingEntries(readLockfile())
  // The rest of the file stays as npm wrote it.
  const lockfile = JSON.parse(readFileSync(file, 'utf8'))
  const inOrder = Object.entries({ ...lockfile.packages, ...entries }).sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  )
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(inOrder) }, null, 2)}\n`)
  console.log(`package-lock.json has ${Object.keys(entries).length} entries more.`)
}
