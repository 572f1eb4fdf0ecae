import type { TestProject } from 'vitest/node'
import { type Services, startServices } from './services.ts'
import { createTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    services: Omit<Services, 'end'>
  }
}

declare global {
  var ngomaTestServices: { starting?: Promise<Services>; users: number } | undefined
}

// Projects of a run share the services; the last project ends them. Each project reloads this module, so the
// state is global.
globalThis.ngomaTestServices ??= { users: 0 }
const shared = globalThis.ngomaTestServices

export async function setup(project: TestProject): Promise<void> {
  shared.users += 1
  shared.starting ??= startWithTemplate()
  const { end: _end, ...services } = await shared.starting
  project.provide('services', services)
}

export async function teardown(): Promise<void> {
  shared.users -= 1
  if (shared.users > 0 || shared.starting === undefined) return
  const services = await shared.starting
  await services.end()
}

async function startWithTemplate(): Promise<Services> {
  const services = await startServices()
  await createTemplate(services.databaseUrl)
  return services
}
