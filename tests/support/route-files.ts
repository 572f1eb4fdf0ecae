// Finds route files under app/api by documented path, so that a missing route fails and new calls are tested
// automatically.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call, Method } from '#lib/contract/call.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'

const api = path.resolve('app/api')

export type RouteModule = Record<Method | 'PUT' | 'OPTIONS', RouteHandler>

/** @throws Error if the call's path has no route file */
export async function loadRoute(call: Call): Promise<RouteModule> {
  const folder = call.path.split('/').filter(Boolean).reduce(intoFolder, api)
  const file = path.join(folder, 'route.ts')
  if (!existsSync(file)) throw new Error(`no route file for ${call.method} ${call.path}: ${file}`)
  return import(pathToFileURL(file).href)
}

/** Next's folder of a parameter is `[name]`. */
function intoFolder(parent: string, segment: string): string {
  return path.join(parent, segment.replace(/^\{(\w+)\}$/, '[$1]'))
}

/** Returns the paths of all route files, without catch-alls. */
export function routePaths(): string[] {
  return readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'route.ts' && !name.includes('[...') && !name.includes('[[...'))
    .map((name) => `/${path.dirname(name).replace(/\[(\w+)\]/g, '{$1}')}/`)
}
