import { describe, expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

const files = sourceFiles()

/** The names of the folders directly inside a part of the tree. */
function foldersOf(part: string): string[] {
  const depth = part.split('/').length
  const names = files
    .filter(({ name }) => isIn(part, name) && name.split('/').length > depth + 1)
    .map(({ name }) => name.split('/')[depth] ?? '')
  return [...new Set(names)].sort()
}

/** Folders that serve every feature, or pages that put several features together. */
const shared: Record<string, readonly string[]> = {
  'lib/contract': [],
  'lib/client': ['browser', 'formats', 'forms', 'http', 'live', 'messages', 'offline', 'session'],
  'lib/web': ['api-docs', 'endpoint', 'front', 'cache', 'pages', 'session'],
  components: ['desk', 'faq', 'home', 'officer', 'session', 'shell', 'superadmin', 'ui'],
}

describe('a feature has the same name in every part of the tree', () => {
  const features = foldersOf('lib/domain')

  for (const [part, others] of Object.entries(shared)) {
    test(`folders of ${part} are named like those of lib/domain`, () => {
      expect(foldersOf(part).filter((name) => !features.includes(name) && !others.includes(name))).toEqual([])
    })
  }

  test('no file of the browser or of a screen lies outside a folder', () => {
    const strays = files.filter(({ name }) => /^(lib\/(client|web)|components)\/[^/]+$/.test(name))
    expect(strays.map(({ name }) => name)).toEqual([])
  })
})
