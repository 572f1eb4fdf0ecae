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
