// Writes the packages that a process has loaded, at its end: node --import.
import { registerHooks } from 'node:module'

const packages = new Set()
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
    if (name) packages.add(name)
    return next(url, context)
  },
})
process.on('exit', () => console.log(`packages: ${JSON.stringify([...packages])}`))
