import { createReadStream, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { takesBrotli } from '#lib/web/endpoint/brotli.ts'
import { headersOfAll } from '#lib/web/pages/fixed-headers.ts'

const FILE = /^\/_next\/static\/([^?]+)/

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/**
 * Serves the build's scripts and styles as Brotli, which the build has made of them (server/local/finish-build.ts): a fifth
 * less than gzip on a bundle that is bought by the megabyte. Whoever does not take Brotli is Next's.
 */
export class PackedFiles {
  readonly #folder: string
  /** Names below /_next/static, with their sizes in bytes. */
  readonly #sizes: ReadonlyMap<string, number>

  constructor(folder = path.resolve('.next/packed')) {
    this.#folder = folder
    this.#sizes = new Map(listFiles(folder))
  }

  /** Sends a file of the build. @returns undefined where Next has to: it is no packed file, or is not asked for whole and as Brotli */
  answer(
    { method, url = '/', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    const name = FILE.exec(url)?.[1] ?? ''
    const size = this.#sizes.get(name)
    const type = types[path.extname(name)]
    const isAsked = method === 'GET' && headers.range === undefined
    if (!isAsked || size === undefined || !type) return undefined
    if (!takesBrotli(headers['accept-encoding'])) return undefined
    response.writeHead(200, {
      ...headersOfAll,
      'content-type': type,
      'content-encoding': 'br',
      'content-length': size,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    // The client may leave; the status is sent already, so all that can be done is to end the connection.
    return pipeline(createReadStream(path.join(this.#folder, `${name}.br`)), response).catch(() => {
      response.destroy()
    })
  }
}

/** A build without them, as of tests of the front door, has none. */
function listFiles(folder: string): [name: string, size: number][] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.br'))
      .map((name) => [
        name.slice(0, -'.br'.length).split(path.sep).join('/'),
        statSync(path.join(folder, name)).size,
      ])
  } catch {
    return []
  }
}
