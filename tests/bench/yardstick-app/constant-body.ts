import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A route that answers with the same text each time: the bytes that the product answered with. */
export function constantBody(name: string): () => Response {
  let body: string | undefined
  const headers = { 'content-type': 'application/json' }
  return () => {
    body ??= readFileSync(path.join(process.env.YARDSTICK_BODIES ?? '.', `${name}.json`), 'utf8')
    return new Response(body, { headers })
  }
}
