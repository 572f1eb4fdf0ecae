// The stack of the global setup, and its containers.
import { expect } from '@playwright/test'
import { z } from 'zod'
import { openEngine } from './engine.ts'

export const started = z
  .object({ folder: z.string(), project: z.string(), settings: z.record(z.string(), z.string()) })
  .parse(JSON.parse(process.env.NGOMA_COMPOSE ?? '{}'))
export const { docker, compose } = openEngine(started.folder, started.project, started.settings)
export const origin = process.env.NGOMA_E2E_URL ?? ''

export const services = [
  'postgres',
  'redis',
  's3',
  'mail',
  'simulator',
  'worker',
  'realtime',
  'web',
  'proxy',
] as const
export type Service = (typeof services)[number]

/** By the labels of both forms of compose. */
export async function containersOf(service: Service): Promise<string[]> {
  const labels = { project: started.project, service }
  const filters = Object.entries(labels).flatMap(([name, value]) => [
    '--filter',
    `label=com.docker.compose.${name}=${value}`,
  ])
  return (await docker('ps', '-q', '--no-trunc', ...filters)).split(/\s+/).filter(Boolean)
}

export async function untilHealthy(service: Service, count = 1): Promise<string[]> {
  let ids: string[] = []
  await expect
    .poll(
      async () => {
        ids = await containersOf(service)
        const states = await Promise.all(
          ids.map((id) => docker('inspect', '-f', '{{.State.Health.Status}}', id)),
        )
        return states.filter((state) => state.trim() === 'healthy').length
      },
      // Eight processes that start together on two slow cores need over a minute.
      { timeout: 180_000, message: `${service} is healthy` },
    )
    .toBe(count)
  return ids
}
