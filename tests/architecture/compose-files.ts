import path from 'node:path'
import { z } from 'zod'
import { readYaml } from './kustomize.ts'

// The compose files as compose reads them, with overrides.

const root = path.resolve(import.meta.dirname, '../..')

const services = z.record(z.string(), z.looseObject({}))
const file = z.looseObject({ services })

/** The demo, the tests' demo, and production on one server: alone, without Caddy, without PostgreSQL. */
export const composeFiles = {
  'docker-compose.yml': ['docker-compose.yml'],
  'docker-compose.yml under tests/compose/override.yml': ['docker-compose.yml', 'tests/compose/override.yml'],
  'deploy/single-server/docker-compose.yml': ['deploy/single-server/docker-compose.yml'],
  'deploy/single-server/docker-compose.yml under own-certificate.yml': [
    'deploy/single-server/docker-compose.yml',
    'deploy/single-server/own-certificate.yml',
  ],
  'deploy/single-server/docker-compose.yml under managed-postgres.yml': [
    'deploy/single-server/docker-compose.yml',
    'deploy/single-server/managed-postgres.yml',
  ],
} as const

/** @returns services by name; later files override earlier ones */
export function readServices(files: readonly string[]): z.infer<typeof services> {
  const merged: z.infer<typeof services> = {}
  for (const name of files) {
    const read = file.parse(readYaml(path.join(root, name))[0]).services
    for (const [service, settings] of Object.entries(read))
      merged[service] = { ...merged[service], ...settings }
  }
  return merged
}
