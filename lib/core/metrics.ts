import { collectDefaultMetrics, Registry } from 'prom-client'
import { processSingleton } from './process-singleton.ts'

const registry = processSingleton('metrics', () => {
  const created = new Registry()
  collectDefaultMetrics({ register: created })
  return created
})

export function metrics(): Registry {
  return registry.get()
}

/** Creates metrics once per process: Next may load a module into several chunks. */
export function defineMetrics<T>(name: `metrics-${string}`, create: (registers: Registry[]) => T): T {
  return processSingleton(name, () => create([metrics()])).get()
}
