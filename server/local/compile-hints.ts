import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** At the top of a script it has V8 compile all of it while it arrives, on a thread of its own (Chrome 136; a comment to others). */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the scripts that the pages of a build name, which run as soon as a page is there. Unmarked, each of their functions is
 * compiled when it is first called, which keeps the main thread from the first touch (docs/decisions/0067). What is fetched later is left
 * as it is: most of its functions may never be called.
 * @param built the build's folder, `.next`
 * @throws Error if no page names a script, because then this no longer reads pages as the framework writes them
 */
export function hintScripts(built: string): void {
  const names = new Set(
    globSync('server/app/**/*.html', { cwd: built }).flatMap((page) => scriptsOf(path.join(built, page))),
  )
  if (names.size === 0) throw new Error('No page of the build names a script.')
  for (const name of names) {
    const file = path.join(built, 'static', name)
    const script = readFileSync(file, 'utf8')
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script)
  }
}

/** @returns names below /_next/static, without what only browsers of the past fetch */
function scriptsOf(page: string): string[] {
  const tags = readFileSync(page, 'utf8').matchAll(
    /<script\b[^>]*? src="\/_next\/static\/([^"?]+\.js)[^>]*>/g,
  )
  return [...tags].filter(([tag]) => !/\bnomodule\b/i.test(tag)).map(([, name = '']) => name)
}
