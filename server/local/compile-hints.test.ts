import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hintScripts } from './compile-hints.ts'

let built: string

beforeEach(() => {
  built = mkdtempSync(path.join(tmpdir(), 'ngoma-hints-'))
})

afterEach(() => rmSync(built, { recursive: true }))

function write(name: string, text: string): void {
  const file = path.join(built, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test('the scripts that pages name are marked once, those for later and for old browsers are not', () => {
  for (const name of ['named', 'later', 'old']) write(`static/chunks/${name}.js`, 'run()')
  write(
    'server/app/en/faq.html',
    '<script src="/_next/static/chunks/named.js?dpl=1" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script>',
  )
  hintScripts(built)
  hintScripts(built)
  const scripts = ['named', 'later', 'old'].map((name) =>
    readFileSync(path.join(built, `static/chunks/${name}.js`), 'utf8'),
  )
  expect(scripts).toEqual(['//# allFunctionsCalledOnLoad\nrun()', 'run()', 'run()'])
})

test('a build in whose pages no script is found is refused', () => {
  write('server/app/en/faq.html', '<script type="module" href="/chunks/a.js"></script>')
  expect(() => hintScripts(built)).toThrow('No page of the build names a script.')
})
