import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A route that always returns the bytes of the product's answer. */
export function constantBody(name: string): () => Response {
  let body: string | undefined
  const headers = { 'content-type': 'application/json' }
  return () => {
    body ??= readFileSync(path.join(process.env.YARDSTICK_BODIES ?? '.', `${name}.json`), 'utf8')
    return new Response(body, { headers })
  }
}
