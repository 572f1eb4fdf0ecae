import { readFileSync } from 'node:fs'
import path from 'node:path'

const dockerfile = readFileSync(path.resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')

/** The product's settings in an image of the Dockerfile. */
export function environmentOfTarget(target: string): Record<string, string> {
  const stage = dockerfile.split(/^FROM /m).find((one) => one.split('\n')[0]?.endsWith(` AS ${target}`)) ?? ''
  const lines = [...stage.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const settings = lines.map((one) => one.split('=')).filter(([name = '']) => /^NGOMA_|_HOST$/.test(name))
  return Object.fromEntries(settings)
}
