import { readFileSync } from 'node:fs'
import path from 'node:path'

const bodies = new Map<string, string>()
const headers = { 'content-type': 'application/json' }

/** Always the bytes of the product's answer. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  const body = bodies.get(name) ?? readFileSync(path.join(process.env.YARDSTICK_BODIES ?? '.', name), 'utf8')
  bodies.set(name, body)
  return new Response(body, { headers })
}
