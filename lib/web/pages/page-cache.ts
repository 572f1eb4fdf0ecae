import { Parser } from 'htmlparser2'
import { env } from '#lib/core/env.ts'
import { calledHosts, hashedScripts } from './content-security.ts'

/** Next's cached value; pages have the kind APP_PAGE. */
type Value = {
  kind: string
  html?: string
  headers?: Record<string, unknown>
  status?: number
}

/** 200 pages take about 50 MB; the oldest rendering is dropped first. */
const MOST_PAGES = 200

const pages = new Map<string, { value: Value | null; lastModified: number }>()

/**
 * Next's page cache (`cacheHandler` of next.config.mjs). It starts empty, because the build has neither data
 * nor the final address.
 */
export default class PageCache {
  async get(key: string) {
    return pages.get(key) ?? null
  }

  /** Changes `value` itself, because Next also sends it to the current request. */
  async set(key: string, value: Value | null): Promise<void> {
    complete(value)
    pages.delete(key)
    pages.set(key, { value, lastModified: Date.now() })
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_PAGES) break
      pages.delete(oldest)
    }
  }

  /** Pages expire only by time. */
  async revalidateTag(): Promise<void> {}

  resetRequestCache(): void {}
}

/**
 * Adds hashes of inline scripts, because a shared page cannot have a nonce, and the status from
 * components/shell/answer-status.tsx.
 */
function complete(value: Value | null): void {
  if (value?.kind !== 'APP_PAGE' || value.html === undefined) return
  const { scripts, status } = readDocument(value.html)
  const policy = `${hashedScripts(scripts)}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  value.headers = { ...value.headers, 'content-security-policy': policy }
  if (status) value.status = Number(status)
}

function readDocument(html: string): { scripts: string[]; status: string | undefined } {
  const scripts: string[] = []
  let status: string | undefined
  let isInScript = false
  const parser = new Parser({
    onopentag(name, { src, name: meta, content }) {
      isInScript = name === 'script' && src === undefined
      if (isInScript) scripts.push('')
      if (name === 'meta' && meta === 'answer-status') status = content
    },
    ontext(text) {
      if (isInScript) scripts.push((scripts.pop() ?? '') + text)
    },
    onclosetag() {
      isInScript = false
    },
  })
  parser.end(html)
  return { scripts, status }
}
