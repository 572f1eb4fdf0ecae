import { expect, test } from 'vitest'
import { withLateScripts } from './late-scripts.ts'

const head = [
  '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>',
  '<script src="/_next/static/chunks/one-0.js" async=""></script>',
  '<script src="/_next/static/chunks/two~1.js" async=""></script>',
  '<script src="/_next/static/chunks/past.js" noModule=""></script>',
].join('')
const end = '<script src="/_next/static/chunks/start.js" id="_R_" async=""></script>'

test('files are asked for by one inline script in their place, in their order', () => {
  const html = withLateScripts(`<head>${head}<title>A</title></head><body>${end}</body>`)
  expect(html).not.toMatch(/src="[^"]*(?:one|two)/)
  expect(html).toMatch(
    /<link rel="stylesheet"[^>]*><script>\(function.*<\/script><script src="[^"]*past\.js"/,
  )
  expect(html).toContain(`<title>A</title></head><body>${end}</body>`)
  expect(html).toContain('})(["/_next/static/chunks/one-0.js","/_next/static/chunks/two~1.js"])</script>')
})

test('a document that names none, and one that is done already, stay as they are', () => {
  for (const html of ['<head></head>', `<body>${end}</body>`, withLateScripts(head)]) {
    expect(withLateScripts(html)).toBe(html)
  }
})

test('a file of somebody else, or with signs that no file of ours has, stays where it is', () => {
  const other = [
    '<script src="https://elsewhere.example/a.js" async=""></script>',
    '<script src="/_next/static/chunks/a&quot;.js" async=""></script>',
  ].join('')
  expect(withLateScripts(other)).toBe(other)
})
